import { record } from './page.ts';
import { clip } from './wire-event.ts';

const file = /\.(pdf|zip|rar|7z|t?gz|dmg|exe|msi|apk|(doc|xls|ppt)x?|od[tsp]|csv|mp[34])$/i;

/** Records a click on a link to a file or to another host. */
export const recordLinkClick = (event: MouseEvent) => {
  // The composed path includes open shadow trees, the event target does not.
  const link = event.composedPath().find((node) => /^http/.test((node as HTMLAnchorElement).protocol)) as HTMLAnchorElement | undefined;
  if (link && event.button < 2) {
    const isDownload = link.hasAttribute('download') || file.test(link.pathname);
    if (isDownload || link.host !== location.host) {
      record(isDownload ? 'download' : 'outbound', { target_url: clip(link.href) });
    }
  }
};
