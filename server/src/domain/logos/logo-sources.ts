import type { ImageType } from '../../lib/image-type.ts';

export type CompanyLogo = { type: ImageType; content: Buffer };

/** Where logos of companies come from, in this order. Without any, initials are shown. */
export type LogoSources = {
  /** The operator's folder. */
  findInFolder(domain: string): Promise<CompanyLogo | null>;
  /** Whether icons are loaded from the companies' own sites. */
  loadsSiteIcons: boolean;
};
