/** What can be done from anywhere: everything here has its place in the console as well. */
import { useQueries } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { alarmRules, dictionaries, notifications, organisations } from '../../../../model/index.ts'
import { HELP } from '../../../kernel/navigation/help.ts'
import { openAddFormOnArrival } from '../../../kernel/navigation/open-add-form.ts'
import { chooseTheme, useAppearance } from '../../../kernel/appearance/appearance.ts'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { chooseLanguage, languages, nameOfLanguage, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { mayUse } from '../../../kernel/session/permissions.ts'
import { listOf } from '../../../kernel/http/resource-client.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import { useSettings } from '../../../kernel/appearance/settings.ts'
import { toggleFullscreen } from '../fullscreen.ts'
import { useLeave } from '../leave.ts'
import { openOverlay } from '../../../kernel/navigation/overlays.ts'
import type { Routes } from '../routes.ts'
import { chooseLayout } from '../sidebar-state.ts'
import { useTagActions } from '../use-page-tags.ts'
import type { Entry } from './entries.ts'
import { plainEntry } from './entries.ts'
import { isInMenu, sources } from './use-records.ts'
import { useSounds } from './use-sounds.ts'

const addable = [
  ...sources,
  { of: organisations, path: '/admin/sysorg', icon: 'apartment' },
  { of: alarmRules, path: '/acquisition/alarmrules', icon: 'sliders' },
  { of: notifications, path: '/admin/notification', icon: 'notification' },
  { of: dictionaries, path: '/admin/sysdict', icon: 'book' },
]

/** What the palette can do: the console's own actions, and new rows where they may be added; and whether the server has yet to say so of some. */
export function useActions(routes: Routes): { actions: readonly Entry[]; loading: boolean } {
  const t = useT()
  const navigate = useNavigate()
  const leave = useLeave()
  const language = useLanguage()
  const { authority } = useSession()
  const { theme, chosen } = useAppearance()
  const { vertical, device } = useSettings()
  const { closeAll } = useTagActions()
  const sounds = useSounds()

  // Whether a row may be added is said by the server together with the list.
  const open = addable.filter(({ path }) => isInMenu(routes, path))
  const lists = useQueries({
    queries: open.map(({ of }) => ({ ...listOf(of, { currentPage: 1, pageSize: 1 }, { quiet: true }), staleTime: 60_000 })),
  })
  const adding = open.flatMap(({ of, path, icon }, at) =>
    mayUse('add', of.menu, lists[at]?.data?.allowed, authority.menuButton)
      ? [
          plainEntry(
            `add ${of.name}`,
            t('form.add', { noun: t(`one.${of.name}` as LabelKey) }),
            icon,
            () => void navigate(path, { state: openAddFormOnArrival }),
          ),
        ]
      : [],
  )

  const actions = [
    ...adding,
    ...languages
      .filter((one) => one !== language)
      .map((one) =>
        plainEntry(`language ${one}`, t('palette.language', { name: nameOfLanguage[one] }), 'translation', () => void chooseLanguage(one)),
      ),
    plainEntry('theme', t(theme === 'dark' ? 'shell.light' : 'shell.dark'), 'skin', () => chooseTheme(theme === 'dark' ? 'light' : 'dark')),
    ...(chosen ? [plainEntry('theme system', t('palette.theme-system'), 'skin', () => chooseTheme(undefined))] : []),
    ...(device === 'desktop'
      ? [
          plainEntry('layout', t(vertical ? 'palette.layout-horizontal' : 'palette.layout-vertical'), 'layout', () =>
            chooseLayout(!vertical),
          ),
        ]
      : []),
    plainEntry('fullscreen', t('shell.fullscreen'), 'desktop', toggleFullscreen),
    plainEntry('help', t('menu.help'), 'question-circle', () => void navigate(HELP)),
    plainEntry('keys', t('keys.title'), 'question-circle', () => openOverlay('shortcuts')),
    plainEntry('settings', t('settings.title'), 'setting', () => openOverlay('settings')),
    plainEntry('tags', t('tags.close-all'), 'tags', closeAll, t('tags.title')),
    plainEntry('password', t('navbar.change-password'), 'lock', () => openOverlay('password')),
    plainEntry('leave', t('shell.log-out'), 'user', () => void leave()),
  ].map((entry) => ({ ...entry, pinyin: sounds(entry.title) }))
  return { actions, loading: lists.some(({ isLoading }) => isLoading) }
}
