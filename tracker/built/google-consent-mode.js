e=>{const o=a=>{const t=a?.[1]==="update"&&a[2]?.analytics_storage;t&&e(t==="granted")},n=window.dataLayer||=[];n.map(o);const d=n.push;n.push=(...a)=>(a.map(o),d.apply(n,a))}
