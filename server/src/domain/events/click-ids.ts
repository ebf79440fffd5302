export type ClickId = {
  /** Name of the query parameter in lower case. */
  parameter: string;
  source: string;
  medium: string;
};

/**
 * Query parameters that advertising networks, social networks and mail services add to links. If a URL has several, the first row wins.
 * Networks that tag every outgoing link, not only paid ones (fbclid, igshid, srsltid), get an unpaid medium.
 */
export const clickIds: readonly ClickId[] = [
  { parameter: 'gclid', source: 'google', medium: 'cpc' },
  { parameter: 'gbraid', source: 'google', medium: 'cpc' },
  { parameter: 'wbraid', source: 'google', medium: 'cpc' },
  { parameter: 'dclid', source: 'google', medium: 'display' },
  { parameter: 'gad_campaignid', source: 'google', medium: 'cpc' },
  { parameter: 'gad_source', source: 'google', medium: 'cpc' },
  { parameter: 'msclkid', source: 'bing', medium: 'cpc' },
  { parameter: 'yclid', source: 'yandex', medium: 'cpc' },
  { parameter: 'ysclid', source: 'yandex', medium: 'organic' },
  { parameter: 'bd_vid', source: 'baidu', medium: 'cpc' },
  { parameter: 'qhclickid', source: '360search', medium: 'cpc' },
  { parameter: 'n_click_id', source: 'naver', medium: 'cpc' },
  { parameter: 'vmcid', source: 'yahoo', medium: 'cpc' },
  { parameter: 'li_fat_id', source: 'linkedin', medium: 'paid_social' },
  { parameter: 'ttclid', source: 'tiktok', medium: 'paid_social' },
  { parameter: 'twclid', source: 'twitter', medium: 'paid_social' },
  { parameter: 'epik', source: 'pinterest', medium: 'paid_social' },
  { parameter: 'rdt_cid', source: 'reddit', medium: 'paid_social' },
  { parameter: 'sccid', source: 'snapchat', medium: 'paid_social' },
  { parameter: 'qclid', source: 'quora', medium: 'paid_social' },
  { parameter: 'ndclid', source: 'nextdoor', medium: 'paid_social' },
  { parameter: 'rb_clickid', source: 'vk', medium: 'paid_social' },
  { parameter: 'obclid', source: 'outbrain', medium: 'native' },
  { parameter: 'dicbo', source: 'outbrain', medium: 'native' },
  { parameter: 'tblci', source: 'taboola', medium: 'native' },
  { parameter: 'cto_pld', source: 'criteo', medium: 'display' },
  { parameter: 'ttd_uuid', source: 'thetradedesk', medium: 'display' },
  { parameter: 'irclickid', source: 'impact', medium: 'affiliate' },
  { parameter: 'cjevent', source: 'cj', medium: 'affiliate' },
  { parameter: 'awc', source: 'awin', medium: 'affiliate' },
  { parameter: 'tduid', source: 'tradedoubler', medium: 'affiliate' },
  { parameter: 'ransiteid', source: 'rakuten', medium: 'affiliate' },
  { parameter: 'mc_cid', source: 'mailchimp', medium: 'email' },
  { parameter: 'mc_eid', source: 'mailchimp', medium: 'email' },
  { parameter: '_hsenc', source: 'hubspot', medium: 'email' },
  { parameter: '_hsmi', source: 'hubspot', medium: 'email' },
  { parameter: 'mkt_tok', source: 'marketo', medium: 'email' },
  { parameter: '_kx', source: 'klaviyo', medium: 'email' },
  { parameter: 'vero_id', source: 'vero', medium: 'email' },
  { parameter: 'ml_subscriber_hash', source: 'mailerlite', medium: 'email' },
  { parameter: 'igshid', source: 'instagram', medium: 'social' },
  { parameter: 'igsh', source: 'instagram', medium: 'social' },
  { parameter: 'fbclid', source: 'facebook', medium: 'social' },
  { parameter: 'srsltid', source: 'google', medium: 'organic' },
];
