function o(n,t=500){try{window.__tcfapi("addEventListener",2,(e,s)=>{s&&/^(tcl|user)/.test(e.eventStatus)&&n(e.gdprApplies===!1||!!e.purpose?.consents?.[1])})}catch{setTimeout(o,t,n,t*2)}}
