function t(n){try{window.__tcfapi("addEventListener",2,(e,o)=>{o&&/^(tcl|user)/.test(e.eventStatus)&&n(e.gdprApplies===!1||!!e.purpose?.consents?.[1])})}catch{setTimeout(t,1e3,n)}}
