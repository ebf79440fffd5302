d=>{const o=a=>{const t=a?.[1]==="update"&&a[2]?.analytics_storage;t&&d(t==="granted")};window.dataLayer||=[];const n=window.dataLayer;n.map(o);const e=n.push;n.push=(...a)=>(a.map(o),e.apply(n,a))}
