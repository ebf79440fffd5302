import type { LogoSources } from '../../domain/logos/logo-sources.ts';
import { findInFolder } from './logo-folder.ts';

type LogoOptions = { logoDir: string | null; siteIcons: boolean };

/** Returns null if the operator has enabled no source of logos. */
export function logoSources({ logoDir, siteIcons }: LogoOptions): LogoSources | null {
  if (logoDir === null && !siteIcons) return null;
  return {
    findInFolder: async (domain) => (logoDir === null ? null : findInFolder(logoDir, domain)),
    loadsSiteIcons: siteIcons,
  };
}
