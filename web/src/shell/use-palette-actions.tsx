import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { request } from '../api/request.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountQuery } from '../api/use-account-query.ts';
import { useErrorToast } from '../api/use-error-toast.ts';
import { cachedLeads } from '../leads/patch-leads.ts';
import { useLeadActions } from '../leads/use-lead-actions.ts';
import { memberName, useMembers } from '../leads/use-members.ts';
import { useTags } from '../leads/use-tags.ts';
import { useListChange } from '../lists/use-list-change.ts';
import { type Language, languages } from '../texts/first-language.ts';
import { currentLanguage } from '../texts/language.ts';
import { t } from '../texts/t.ts';
import type { Command } from './palette.tsx';
import { toggleTheme } from './theme.ts';

/** Commands that change the given companies, the language or the theme, or create a feed. */
export function usePaletteActions(companyIds: string[]): Command[] {
  const { base, canEdit } = useWorkspace();
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();
  const actions = useLeadActions();
  const changeMembers = useListChange();
  const members = useMembers();
  const tags = [...useTags().values()];
  const { data: allLists = [] } = useAccountQuery('/lists', { staleTime: 60_000 });
  const lists = allLists.filter(({ kind }) => kind === 'static');
  const setLanguage = useMutation({
    mutationFn: (language: Language) => request('PATCH /profile', { body: { language } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['session'] }),
    onError: useErrorToast(),
  });
  const leads = cachedLeads(queryClient, base, companyIds);
  const areAll = (state: 'followed' | 'hidden') => leads.length === companyIds.length && leads.every((lead) => lead[state]);
  const hint = t('palette.actionsOn', { count: companyIds.length });
  const tagCommands = (isOn: boolean) =>
    tags.map(
      (tag): Command => ({
        id: `tag-${tag.id}`,
        name: t(isOn ? 'teamwork.addTag' : 'teamwork.removeTag', { name: tag.name }),
        icon: 'tag',
        run: () => actions.tag(companyIds, tag, isOn),
      }),
    );
  const listCommands = (isOn: boolean) =>
    lists.map(
      (list): Command => ({
        id: `list-${list.id}`,
        name: t(isOn ? 'teamwork.addToList' : 'teamwork.removeFromList', { name: list.name }),
        icon: 'list',
        run: () => changeMembers({ list, ids: companyIds, isOn }),
      }),
    );
  const assignees = members.map(
    (member): Command => ({
      id: `assign-${member.id}`,
      name: memberName(member),
      hint: member.email,
      icon: 'person',
      run: () => actions.assign(companyIds, member.id),
    }),
  );
  const companyCommands: Command[] = [
    { id: 'assign', name: t('palette.assign'), hint, icon: 'person', next: assignees },
    { id: 'unassign', name: t('palette.unassign'), hint, icon: 'person', run: () => actions.assign(companyIds, null) },
    { id: 'tag', name: t('palette.addTag'), hint, icon: 'tag', next: tagCommands(true) },
    { id: 'untag', name: t('palette.removeTag'), hint, icon: 'tag', next: tagCommands(false) },
    { id: 'list', name: t('palette.addToList'), hint, icon: 'list', next: listCommands(true) },
    { id: 'unlist', name: t('palette.removeFromList'), hint, icon: 'list', next: listCommands(false) },
    {
      id: 'follow',
      name: t(areAll('followed') ? 'palette.unfollow' : 'common.follow'),
      hint,
      icon: 'star',
      run: () => actions.follow(companyIds, !areAll('followed')),
    },
    {
      id: 'hide',
      name: t(areAll('hidden') ? 'common.unhide' : 'common.hide'),
      hint,
      icon: 'hide',
      run: () => actions.hide(companyIds, !areAll('hidden')),
    },
  ];
  const otherLanguages = (Object.keys(languages) as Language[]).filter((language) => language !== currentLanguage());
  return [
    ...(canEdit && companyIds.length > 0 ? companyCommands : []),
    ...(canEdit
      ? [{ id: 'create-feed', name: t('palette.createFeed'), icon: 'filter' as const, run: () => navigate('/leads?build=1') }]
      : []),
    { id: 'theme', name: t('shell.switchTheme'), icon: 'theme', run: toggleTheme },
    ...otherLanguages.map(
      (language): Command => ({
        id: `language-${language}`,
        name: t('palette.language', { name: languages[language] }),
        icon: 'person',
        run: () => setLanguage.mutate(language),
      }),
    ),
  ];
}
