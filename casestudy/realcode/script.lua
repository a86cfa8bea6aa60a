-- A bit of everything that Lua has: numbers, strings, tables, closures, coroutines, metatables, errors, patterns.
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
print(fib(20), 7 // 2, -7 // 2, -7 % 3, 7.5 // 2, 2 ^ 10, 1 / 0, -1 / 0, 3 | 4, ~0, 1 << 62, "10" + 5)
print(math.maxinteger, math.mininteger, math.maxinteger + 1 == math.mininteger, math.pi, 1e15, 1e100, 0.1, 100.0)
print(string.format("%5d|%-5s|%05.2f|%x|%q|%g", 42, "ab", 3.14159, 255, "a\nb\0c", 1e20))
local t = {}
for i = 1, 200 do t[i] = (i * 7919) % 211 end
table.sort(t)
print(#t, t[1], t[100], t[200], table.concat(t, ",", 1, 10))
table.sort(t, function(a, b) return a > b end)
print(t[1], select("#", table.unpack(t, 1, 50)))
local words = {}
for w in ("the quick brown fox jumps over the lazy dog the end"):gmatch("%a+") do words[w] = (words[w] or 0) + 1 end
local keys = {}
for k in pairs(words) do keys[#keys + 1] = k end
table.sort(keys)
for _, k in ipairs(keys) do io.write(k, "=", words[k], " ") end
print()
print(("hello world"):gsub("o", "0"), ("x=1, y=2"):gsub("(%w+)=(%w+)", "%2=%1"), ("abc"):rep(3, "-"), ("abc"):reverse())
print(("  trim  "):match("^%s*(.-)%s*$"), ("key = value"):find("(%w+)%s*=%s*(%w+)"))
local co = coroutine.wrap(function(a) local b = coroutine.yield(a * 2) local c = coroutine.yield(b + 1) return c, "done" end)
print(co(5), co(10), co("x"))
local V = {}
V.__index = V
V.__add = function(a, b) return setmetatable({ x = a.x + b.x }, V) end
V.__eq = function(a, b) return a.x == b.x end
V.__tostring = function(v) return "V(" .. v.x .. ")" end
V.__lt = function(a, b) return a.x < b.x end
V.__call = function(v, n) return v.x * n end
V.__len = function(v) return v.x end
V.__close = function(v) print("closing", v) end
local a, b = setmetatable({ x = 3 }, V), setmetatable({ x = 4 }, V)
print(tostring(a + b), a == b, a < b, a(10), #b)
do local c <close> = a local d <const> = 5 print(d) end
print(select(2, pcall(error, { code = 7 })).code)
print(select(2, pcall(error, "message", 0)), select(2, pcall(function() local x = nil; return x.y end)))
print(xpcall(function() return 1 + {} end, function(m) return "handled: " .. m end))
for i = 10, 1, -3 do io.write(i, " ") end
print()
for i = 1, 3 do for j = 1, 3 do if j == 2 then goto next end io.write(i, ":", j, " ") ::next:: end end
print()
local closures = {}
for i = 1, 3 do closures[i] = function() i = i + 1 return i end end
print(closures[1](), closures[1](), closures[2](), closures[3]())
print(load("local x <const> = ... return x * 2, ({ 1, 2, 3 })[2]")(21))
print(load("syntax error here"))
print(string.pack("<i4>i2z", 1, 2, "abc"):byte(1, -1))
print(string.unpack("<d", string.pack("<d", 1.5)))
print(utf8.char(228, 8364, 128512), utf8.len("äö"), #utf8.char(8364))
for p, c in utf8.codes("aä€") do io.write(p, "=", c, " ") end
print()
local s = 0
for i = 1, 100000 do s = (s * 31 + i) % 1000003 end
print(s)
local big = {}
for i = 1, 5000 do big[i] = { i, tostring(i), function() return i end } end
big = nil
collectgarbage()
print(collectgarbage("count") < 5000, os.time({ year = 2000, month = 1, day = 1, hour = 12 }) > 0, type(os.clock()))
print(tostring(nil), tostring(true), tonumber("0x1p4"), tonumber("z", 36), tonumber("8", 8), math.type(1), math.type(1.0))
print(#string.dump(function(x) return x + 1 end) > 10, next({}), rawlen({ 1, 2 }), rawequal(a, a))
