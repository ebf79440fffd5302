/** The simulated site: a maker of sensors and software for factories. */
export const origin = 'https://www.lumenworks.example';
export const accountName = 'Lumenworks (demo)';

export type DemoPage = { path: string; title: string; weight: number };

export const pages: DemoPage[] = [
  { path: '/', title: 'Lumenworks: see your factory think', weight: 18 },
  { path: '/product', title: 'Product overview', weight: 14 },
  { path: '/product/sensors', title: 'Sensors', weight: 9 },
  { path: '/product/edge-gateway', title: 'Edge gateway', weight: 7 },
  { path: '/product/analytics', title: 'Analytics', weight: 8 },
  { path: '/pricing', title: 'Pricing', weight: 12 },
  { path: '/customers', title: 'Customers', weight: 6 },
  { path: '/customers/automotive', title: 'Case study: 14% less scrap in a press shop', weight: 4 },
  { path: '/customers/food', title: 'Case study: cold chain without gaps', weight: 3 },
  { path: '/integrations', title: 'Integrations', weight: 5 },
  { path: '/docs', title: 'Documentation', weight: 6 },
  { path: '/docs/api', title: 'API documentation', weight: 4 },
  { path: '/blog', title: 'Blog', weight: 5 },
  { path: '/blog/predictive-maintenance-guide', title: 'The honest guide to predictive maintenance', weight: 8 },
  { path: '/blog/opc-ua-in-an-afternoon', title: 'OPC UA in an afternoon', weight: 5 },
  { path: '/webinar/energy', title: 'Webinar: cutting energy per part', weight: 4 },
  { path: '/contact', title: 'Contact', weight: 4 },
  { path: '/demo', title: 'Book a demo', weight: 5 },
  { path: '/security', title: 'Security', weight: 3 },
  { path: '/careers', title: 'Careers', weight: 3 },
];

type Arrival = { weight: number; referrer: string | null; query: string; landing?: string };

export const arrivals: Arrival[] = [
  { weight: 26, referrer: null, query: '' },
  { weight: 22, referrer: 'https://www.google.com/', query: '' },
  { weight: 4, referrer: 'https://www.bing.com/search?q=predictive+maintenance+sensors', query: '' },
  { weight: 3, referrer: 'https://duckduckgo.com/', query: '' },
  { weight: 3, referrer: 'https://chatgpt.com/', query: '', landing: '/blog/predictive-maintenance-guide' },
  { weight: 2, referrer: 'https://www.perplexity.ai/', query: '', landing: '/product/analytics' },
  { weight: 7, referrer: 'https://www.linkedin.com/', query: '' },
  {
    weight: 6,
    referrer: 'https://www.linkedin.com/',
    query: 'utm_source=linkedin&utm_medium=paid_social&utm_campaign=autumn-energy',
    landing: '/webinar/energy',
  },
  {
    weight: 7,
    referrer: 'https://www.google.com/',
    query: 'utm_source=google&utm_medium=cpc&utm_campaign=predictive-maintenance&utm_term=vibration+sensor',
    landing: '/product/sensors',
  },
  { weight: 4, referrer: null, query: 'utm_source=newsletter&utm_medium=email&utm_campaign=october-letter', landing: '/blog' },
  { weight: 3, referrer: 'https://www.automationworld.com/', query: '' },
  { weight: 2, referrer: 'https://news.ycombinator.com/', query: '', landing: '/blog/opc-ua-in-an-afternoon' },
  { weight: 2, referrer: 'https://github.com/', query: '', landing: '/docs/api' },
];

export const userAgents: { weight: number; text: string }[] = [
  { weight: 40, text: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36' },
  {
    weight: 16,
    text: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
  },
  {
    weight: 16,
    text: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
  },
  { weight: 8, text: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' },
  {
    weight: 12,
    text: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1',
  },
  {
    weight: 8,
    text: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  },
];

export const bots: { weight: number; text: string }[] = [
  { weight: 5, text: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  { weight: 3, text: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)' },
  { weight: 3, text: 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)' },
  { weight: 2, text: 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)' },
];

export const firstNames = ['Anna', 'Jonas', 'Marie', 'Lukas', 'Sofia', 'Erik', 'Julia', 'Tom', 'Elena', 'David', 'Aino', 'Pierre'];
export const lastNames = ['Keller', 'Virtanen', 'Dubois', 'Schmidt', 'Rossi', 'Johansson', 'Novak', 'Jansen', 'Moreau', 'Brown'];
