Array.from(cookies.matchAll(/\b_ga\w*=GA\d\.[\d-]+\.([\d.]+)/g),o=>o[1])
