n=>{const e={};for(const[,r,t]of unescape(n).matchAll(/(MC(?:MID|AAMB|AAMLH))[-\d]*\|([^|;]+)/g))e[r]=t;return{partner_cookies:e.MCMID?e:void 0}}
