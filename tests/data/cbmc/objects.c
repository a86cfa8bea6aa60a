// qicc:0 proved
// qicc:1 violated
// probe:0 entry
// runs 3
int nondet_int(void);
int main(void)
{
    __CPROVER_assert(0, "probe:0");
    int *p;
    int k = nondet_int();
    int v0;
    if (k == 0)
        p = &v0;
    int v1;
    if (k == 1)
        p = &v1;
    int v2;
    if (k == 2)
        p = &v2;
    int v3;
    if (k == 3)
        p = &v3;
    int v4;
    if (k == 4)
        p = &v4;
    int v5;
    if (k == 5)
        p = &v5;
    int v6;
    if (k == 6)
        p = &v6;
    int v7;
    if (k == 7)
        p = &v7;
    int v8;
    if (k == 8)
        p = &v8;
    int v9;
    if (k == 9)
        p = &v9;
    int v10;
    if (k == 10)
        p = &v10;
    int v11;
    if (k == 11)
        p = &v11;
    int v12;
    if (k == 12)
        p = &v12;
    int v13;
    if (k == 13)
        p = &v13;
    int v14;
    if (k == 14)
        p = &v14;
    int v15;
    if (k == 15)
        p = &v15;
    int v16;
    if (k == 16)
        p = &v16;
    int v17;
    if (k == 17)
        p = &v17;
    int v18;
    if (k == 18)
        p = &v18;
    int v19;
    if (k == 19)
        p = &v19;
    int v20;
    if (k == 20)
        p = &v20;
    int v21;
    if (k == 21)
        p = &v21;
    int v22;
    if (k == 22)
        p = &v22;
    int v23;
    if (k == 23)
        p = &v23;
    int v24;
    if (k == 24)
        p = &v24;
    int v25;
    if (k == 25)
        p = &v25;
    int v26;
    if (k == 26)
        p = &v26;
    int v27;
    if (k == 27)
        p = &v27;
    int v28;
    if (k == 28)
        p = &v28;
    int v29;
    if (k == 29)
        p = &v29;
    int v30;
    if (k == 30)
        p = &v30;
    int v31;
    if (k == 31)
        p = &v31;
    int v32;
    if (k == 32)
        p = &v32;
    int v33;
    if (k == 33)
        p = &v33;
    int v34;
    if (k == 34)
        p = &v34;
    int v35;
    if (k == 35)
        p = &v35;
    int v36;
    if (k == 36)
        p = &v36;
    int v37;
    if (k == 37)
        p = &v37;
    int v38;
    if (k == 38)
        p = &v38;
    int v39;
    if (k == 39)
        p = &v39;
    int v40;
    if (k == 40)
        p = &v40;
    int v41;
    if (k == 41)
        p = &v41;
    int v42;
    if (k == 42)
        p = &v42;
    int v43;
    if (k == 43)
        p = &v43;
    int v44;
    if (k == 44)
        p = &v44;
    int v45;
    if (k == 45)
        p = &v45;
    int v46;
    if (k == 46)
        p = &v46;
    int v47;
    if (k == 47)
        p = &v47;
    int v48;
    if (k == 48)
        p = &v48;
    int v49;
    if (k == 49)
        p = &v49;
    int v50;
    if (k == 50)
        p = &v50;
    int v51;
    if (k == 51)
        p = &v51;
    int v52;
    if (k == 52)
        p = &v52;
    int v53;
    if (k == 53)
        p = &v53;
    int v54;
    if (k == 54)
        p = &v54;
    int v55;
    if (k == 55)
        p = &v55;
    int v56;
    if (k == 56)
        p = &v56;
    int v57;
    if (k == 57)
        p = &v57;
    int v58;
    if (k == 58)
        p = &v58;
    int v59;
    if (k == 59)
        p = &v59;
    int v60;
    if (k == 60)
        p = &v60;
    int v61;
    if (k == 61)
        p = &v61;
    int v62;
    if (k == 62)
        p = &v62;
    int v63;
    if (k == 63)
        p = &v63;
    int v64;
    if (k == 64)
        p = &v64;
    int v65;
    if (k == 65)
        p = &v65;
    int v66;
    if (k == 66)
        p = &v66;
    int v67;
    if (k == 67)
        p = &v67;
    int v68;
    if (k == 68)
        p = &v68;
    int v69;
    if (k == 69)
        p = &v69;
    int v70;
    if (k == 70)
        p = &v70;
    int v71;
    if (k == 71)
        p = &v71;
    int v72;
    if (k == 72)
        p = &v72;
    int v73;
    if (k == 73)
        p = &v73;
    int v74;
    if (k == 74)
        p = &v74;
    int v75;
    if (k == 75)
        p = &v75;
    int v76;
    if (k == 76)
        p = &v76;
    int v77;
    if (k == 77)
        p = &v77;
    int v78;
    if (k == 78)
        p = &v78;
    int v79;
    if (k == 79)
        p = &v79;
    int v80;
    if (k == 80)
        p = &v80;
    int v81;
    if (k == 81)
        p = &v81;
    int v82;
    if (k == 82)
        p = &v82;
    int v83;
    if (k == 83)
        p = &v83;
    int v84;
    if (k == 84)
        p = &v84;
    int v85;
    if (k == 85)
        p = &v85;
    int v86;
    if (k == 86)
        p = &v86;
    int v87;
    if (k == 87)
        p = &v87;
    int v88;
    if (k == 88)
        p = &v88;
    int v89;
    if (k == 89)
        p = &v89;
    int v90;
    if (k == 90)
        p = &v90;
    int v91;
    if (k == 91)
        p = &v91;
    int v92;
    if (k == 92)
        p = &v92;
    int v93;
    if (k == 93)
        p = &v93;
    int v94;
    if (k == 94)
        p = &v94;
    int v95;
    if (k == 95)
        p = &v95;
    int v96;
    if (k == 96)
        p = &v96;
    int v97;
    if (k == 97)
        p = &v97;
    int v98;
    if (k == 98)
        p = &v98;
    int v99;
    if (k == 99)
        p = &v99;
    int v100;
    if (k == 100)
        p = &v100;
    int v101;
    if (k == 101)
        p = &v101;
    int v102;
    if (k == 102)
        p = &v102;
    int v103;
    if (k == 103)
        p = &v103;
    int v104;
    if (k == 104)
        p = &v104;
    int v105;
    if (k == 105)
        p = &v105;
    int v106;
    if (k == 106)
        p = &v106;
    int v107;
    if (k == 107)
        p = &v107;
    int v108;
    if (k == 108)
        p = &v108;
    int v109;
    if (k == 109)
        p = &v109;
    int v110;
    if (k == 110)
        p = &v110;
    int v111;
    if (k == 111)
        p = &v111;
    int v112;
    if (k == 112)
        p = &v112;
    int v113;
    if (k == 113)
        p = &v113;
    int v114;
    if (k == 114)
        p = &v114;
    int v115;
    if (k == 115)
        p = &v115;
    int v116;
    if (k == 116)
        p = &v116;
    int v117;
    if (k == 117)
        p = &v117;
    int v118;
    if (k == 118)
        p = &v118;
    int v119;
    if (k == 119)
        p = &v119;
    int v120;
    if (k == 120)
        p = &v120;
    int v121;
    if (k == 121)
        p = &v121;
    int v122;
    if (k == 122)
        p = &v122;
    int v123;
    if (k == 123)
        p = &v123;
    int v124;
    if (k == 124)
        p = &v124;
    int v125;
    if (k == 125)
        p = &v125;
    int v126;
    if (k == 126)
        p = &v126;
    int v127;
    if (k == 127)
        p = &v127;
    int v128;
    if (k == 128)
        p = &v128;
    int v129;
    if (k == 129)
        p = &v129;
    int v130;
    if (k == 130)
        p = &v130;
    int v131;
    if (k == 131)
        p = &v131;
    int v132;
    if (k == 132)
        p = &v132;
    int v133;
    if (k == 133)
        p = &v133;
    int v134;
    if (k == 134)
        p = &v134;
    int v135;
    if (k == 135)
        p = &v135;
    int v136;
    if (k == 136)
        p = &v136;
    int v137;
    if (k == 137)
        p = &v137;
    int v138;
    if (k == 138)
        p = &v138;
    int v139;
    if (k == 139)
        p = &v139;
    int v140;
    if (k == 140)
        p = &v140;
    int v141;
    if (k == 141)
        p = &v141;
    int v142;
    if (k == 142)
        p = &v142;
    int v143;
    if (k == 143)
        p = &v143;
    int v144;
    if (k == 144)
        p = &v144;
    int v145;
    if (k == 145)
        p = &v145;
    int v146;
    if (k == 146)
        p = &v146;
    int v147;
    if (k == 147)
        p = &v147;
    int v148;
    if (k == 148)
        p = &v148;
    int v149;
    if (k == 149)
        p = &v149;
    int v150;
    if (k == 150)
        p = &v150;
    int v151;
    if (k == 151)
        p = &v151;
    int v152;
    if (k == 152)
        p = &v152;
    int v153;
    if (k == 153)
        p = &v153;
    int v154;
    if (k == 154)
        p = &v154;
    int v155;
    if (k == 155)
        p = &v155;
    int v156;
    if (k == 156)
        p = &v156;
    int v157;
    if (k == 157)
        p = &v157;
    int v158;
    if (k == 158)
        p = &v158;
    int v159;
    if (k == 159)
        p = &v159;
    int v160;
    if (k == 160)
        p = &v160;
    int v161;
    if (k == 161)
        p = &v161;
    int v162;
    if (k == 162)
        p = &v162;
    int v163;
    if (k == 163)
        p = &v163;
    int v164;
    if (k == 164)
        p = &v164;
    int v165;
    if (k == 165)
        p = &v165;
    int v166;
    if (k == 166)
        p = &v166;
    int v167;
    if (k == 167)
        p = &v167;
    int v168;
    if (k == 168)
        p = &v168;
    int v169;
    if (k == 169)
        p = &v169;
    int v170;
    if (k == 170)
        p = &v170;
    int v171;
    if (k == 171)
        p = &v171;
    int v172;
    if (k == 172)
        p = &v172;
    int v173;
    if (k == 173)
        p = &v173;
    int v174;
    if (k == 174)
        p = &v174;
    int v175;
    if (k == 175)
        p = &v175;
    int v176;
    if (k == 176)
        p = &v176;
    int v177;
    if (k == 177)
        p = &v177;
    int v178;
    if (k == 178)
        p = &v178;
    int v179;
    if (k == 179)
        p = &v179;
    int v180;
    if (k == 180)
        p = &v180;
    int v181;
    if (k == 181)
        p = &v181;
    int v182;
    if (k == 182)
        p = &v182;
    int v183;
    if (k == 183)
        p = &v183;
    int v184;
    if (k == 184)
        p = &v184;
    int v185;
    if (k == 185)
        p = &v185;
    int v186;
    if (k == 186)
        p = &v186;
    int v187;
    if (k == 187)
        p = &v187;
    int v188;
    if (k == 188)
        p = &v188;
    int v189;
    if (k == 189)
        p = &v189;
    int v190;
    if (k == 190)
        p = &v190;
    int v191;
    if (k == 191)
        p = &v191;
    int v192;
    if (k == 192)
        p = &v192;
    int v193;
    if (k == 193)
        p = &v193;
    int v194;
    if (k == 194)
        p = &v194;
    int v195;
    if (k == 195)
        p = &v195;
    int v196;
    if (k == 196)
        p = &v196;
    int v197;
    if (k == 197)
        p = &v197;
    int v198;
    if (k == 198)
        p = &v198;
    int v199;
    if (k == 199)
        p = &v199;
    int v200;
    if (k == 200)
        p = &v200;
    int v201;
    if (k == 201)
        p = &v201;
    int v202;
    if (k == 202)
        p = &v202;
    int v203;
    if (k == 203)
        p = &v203;
    int v204;
    if (k == 204)
        p = &v204;
    int v205;
    if (k == 205)
        p = &v205;
    int v206;
    if (k == 206)
        p = &v206;
    int v207;
    if (k == 207)
        p = &v207;
    int v208;
    if (k == 208)
        p = &v208;
    int v209;
    if (k == 209)
        p = &v209;
    int v210;
    if (k == 210)
        p = &v210;
    int v211;
    if (k == 211)
        p = &v211;
    int v212;
    if (k == 212)
        p = &v212;
    int v213;
    if (k == 213)
        p = &v213;
    int v214;
    if (k == 214)
        p = &v214;
    int v215;
    if (k == 215)
        p = &v215;
    int v216;
    if (k == 216)
        p = &v216;
    int v217;
    if (k == 217)
        p = &v217;
    int v218;
    if (k == 218)
        p = &v218;
    int v219;
    if (k == 219)
        p = &v219;
    int v220;
    if (k == 220)
        p = &v220;
    int v221;
    if (k == 221)
        p = &v221;
    int v222;
    if (k == 222)
        p = &v222;
    int v223;
    if (k == 223)
        p = &v223;
    int v224;
    if (k == 224)
        p = &v224;
    int v225;
    if (k == 225)
        p = &v225;
    int v226;
    if (k == 226)
        p = &v226;
    int v227;
    if (k == 227)
        p = &v227;
    int v228;
    if (k == 228)
        p = &v228;
    int v229;
    if (k == 229)
        p = &v229;
    int v230;
    if (k == 230)
        p = &v230;
    int v231;
    if (k == 231)
        p = &v231;
    int v232;
    if (k == 232)
        p = &v232;
    int v233;
    if (k == 233)
        p = &v233;
    int v234;
    if (k == 234)
        p = &v234;
    int v235;
    if (k == 235)
        p = &v235;
    int v236;
    if (k == 236)
        p = &v236;
    int v237;
    if (k == 237)
        p = &v237;
    int v238;
    if (k == 238)
        p = &v238;
    int v239;
    if (k == 239)
        p = &v239;
    int v240;
    if (k == 240)
        p = &v240;
    int v241;
    if (k == 241)
        p = &v241;
    int v242;
    if (k == 242)
        p = &v242;
    int v243;
    if (k == 243)
        p = &v243;
    int v244;
    if (k == 244)
        p = &v244;
    int v245;
    if (k == 245)
        p = &v245;
    int v246;
    if (k == 246)
        p = &v246;
    int v247;
    if (k == 247)
        p = &v247;
    int v248;
    if (k == 248)
        p = &v248;
    int v249;
    if (k == 249)
        p = &v249;
    int v250;
    if (k == 250)
        p = &v250;
    int v251;
    if (k == 251)
        p = &v251;
    int v252;
    if (k == 252)
        p = &v252;
    int v253;
    if (k == 253)
        p = &v253;
    int v254;
    if (k == 254)
        p = &v254;
    int v255;
    if (k == 255)
        p = &v255;
    int v256;
    if (k == 256)
        p = &v256;
    int v257;
    if (k == 257)
        p = &v257;
    int v258;
    if (k == 258)
        p = &v258;
    int v259;
    if (k == 259)
        p = &v259;
    int v260;
    if (k == 260)
        p = &v260;
    int v261;
    if (k == 261)
        p = &v261;
    int v262;
    if (k == 262)
        p = &v262;
    int v263;
    if (k == 263)
        p = &v263;
    int v264;
    if (k == 264)
        p = &v264;
    int v265;
    if (k == 265)
        p = &v265;
    int v266;
    if (k == 266)
        p = &v266;
    int v267;
    if (k == 267)
        p = &v267;
    int v268;
    if (k == 268)
        p = &v268;
    int v269;
    if (k == 269)
        p = &v269;
    int v270;
    if (k == 270)
        p = &v270;
    int v271;
    if (k == 271)
        p = &v271;
    int v272;
    if (k == 272)
        p = &v272;
    int v273;
    if (k == 273)
        p = &v273;
    int v274;
    if (k == 274)
        p = &v274;
    int v275;
    if (k == 275)
        p = &v275;
    int v276;
    if (k == 276)
        p = &v276;
    int v277;
    if (k == 277)
        p = &v277;
    int v278;
    if (k == 278)
        p = &v278;
    int v279;
    if (k == 279)
        p = &v279;
    int v280;
    if (k == 280)
        p = &v280;
    int v281;
    if (k == 281)
        p = &v281;
    int v282;
    if (k == 282)
        p = &v282;
    int v283;
    if (k == 283)
        p = &v283;
    int v284;
    if (k == 284)
        p = &v284;
    int v285;
    if (k == 285)
        p = &v285;
    int v286;
    if (k == 286)
        p = &v286;
    int v287;
    if (k == 287)
        p = &v287;
    int v288;
    if (k == 288)
        p = &v288;
    int v289;
    if (k == 289)
        p = &v289;
    int v290;
    if (k == 290)
        p = &v290;
    int v291;
    if (k == 291)
        p = &v291;
    int v292;
    if (k == 292)
        p = &v292;
    int v293;
    if (k == 293)
        p = &v293;
    int v294;
    if (k == 294)
        p = &v294;
    int v295;
    if (k == 295)
        p = &v295;
    int v296;
    if (k == 296)
        p = &v296;
    int v297;
    if (k == 297)
        p = &v297;
    int v298;
    if (k == 298)
        p = &v298;
    int v299;
    if (k == 299)
        p = &v299;
    v7 = 0;
    if (k >= 0 && k < 300)
        *p = 1;
    __CPROVER_assert(k != 7 || v7 == 1, "qicc:0");
    __CPROVER_assert(v7 == 0, "qicc:1");
    return 0;
}
