Array.from(document.cookie.matchAll(/\b_ga\w*=GA\d\.[\d-]+\.([\d.]+)/g),d=>d[1])
