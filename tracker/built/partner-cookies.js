Object.fromEntries(Array.from(unescape(document.cookie).matchAll(/(MCA*M[BDHIL]+)[-\d]*\|([^|;]+)/g),e=>e.slice(1)))
