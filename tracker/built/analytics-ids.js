a=>({ga_client_ids:Array.from(a.matchAll(/\b_ga\w*=GA\d\.[\d-]+\.([\d.]+)/g),d=>d[1])})
