Object.fromEntries(Array.from(unescape(cookies).matchAll(/(MC(?:AA)?M[BDHIL]+)[-\d]*\|([^|;]+)/g),e=>e.slice(1)))
