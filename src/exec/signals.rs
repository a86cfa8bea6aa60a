//! Ctrl-C, and the other signals by which a user or the system ends a program.

use std::io;
use std::sync::Once;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;

/// SIGINT, SIGTERM and SIGHUP, as they come. While this exists they do nothing else.
#[derive(Debug)]
pub struct Interrupts {
    signals: Vec<Signal>,
    /// Says when nobody needs the answer any more.
    needless: Option<watch::Receiver<bool>>,
}

/// Begins to listen. A signal that was ignored when the program was started, as `nohup` does it, stays ignored.
pub fn interrupts() -> io::Result<Interrupts> {
    let ignored = ignored();
    let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
    let kinds = kinds.into_iter().filter(|kind| ignored & (1 << (kind.as_raw_value() - 1)) == 0);
    Ok(Interrupts { signals: kinds.map(signal).collect::<io::Result<_>>()?, needless: None })
}

impl Interrupts {
    /// Nobody interrupts.
    #[cfg(test)]
    pub fn none() -> Interrupts {
        Interrupts { signals: Vec::new(), needless: None }
    }

    /// Also, once, when this becomes true.
    pub fn or(self, needless: Option<watch::Receiver<bool>>) -> Interrupts {
        Interrupts { needless, ..self }
    }

    /// Waits for the next one.
    pub async fn next(&mut self) {
        let signals = &mut self.signals;
        let signalled = std::future::poll_fn(|context| {
            let came = signals.iter_mut().any(|signal| signal.poll_recv(context).is_ready());
            if came { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
        });
        let Some(needless) = &mut self.needless else { return signalled.await };
        let said = tokio::select! {
            () = signalled => return,
            said = needless.wait_for(|needless| *needless) => said.is_ok(),
        };
        self.needless = None;
        // If nobody is there any more who could say so, there are still signals.
        if !said {
            Box::pin(self.next()).await;
        }
    }
}

/// Makes sure that children can be waited for. Whoever was started by a program that ignores SIGCHLD ignores it too,
/// and so do all whom it starts; then the system forgets children before anybody can ask how they ended. Listening puts
/// it right.
pub(super) fn expect_children() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| _ = signal(SignalKind::child()));
}

/// The signals that this process ignores, the first in the lowest bit.
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    mask.unwrap_or(0)
}
