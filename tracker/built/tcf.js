function n(t){try{__tcfapi("addEventListener",2,(e,s)=>{s&&/^(tcl|user)/.test(e.eventStatus)&&t(e.gdprApplies===!1||!!e.purpose?.consents?.[1])})}catch{setTimeout(n,1e3,t)}}
