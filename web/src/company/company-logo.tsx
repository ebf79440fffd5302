import { useWorkspace } from '../api/session.tsx';
import { Avatar } from '../ui/avatar.tsx';

/** The logo of a company if the server has one, its first letter otherwise. */
export function CompanyLogo({ companyId, name, isLarge }: { companyId: string | null; name: string; isLarge?: boolean }) {
  const { base, hasCompanyLogos } = useWorkspace();
  const logo = hasCompanyLogos && companyId !== null ? `/app/api${base}/companies/${companyId}/logo` : null;
  return <Avatar name={name} isLarge={isLarge} logo={logo} />;
}
