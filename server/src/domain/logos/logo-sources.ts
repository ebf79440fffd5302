import type { ImageType } from '../../lib/image-type.ts';

export type CompanyLogo = { type: ImageType; content: Buffer };

/** Sources of company logos, in order of precedence. Without a logo, initials are shown. */
export type LogoSources = {
  /** The operator's folder. */
  findInFolder(domain: string): Promise<CompanyLogo | null>;
  /** Whether icons are loaded from the companies' own sites. */
  loadsSiteIcons: boolean;
};
