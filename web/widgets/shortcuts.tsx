import { Button } from 'antd'
import { Suspense, lazy, useState } from 'react'
import { Link } from 'react-router'
import type { MenuPage } from '../kernel/navigation/console-menu.ts'
import { useMenuPages } from '../kernel/navigation/console-menu.ts'
import { useT } from '../kernel/i18n/i18n.ts'
import { HOME, MY_NOTIFICATIONS } from '../kernel/navigation/menu-routes.ts'
import { useSession } from '../kernel/session/session-store.ts'
import { useArrangement } from './arrangement.ts'
import { Panel } from './panel.tsx'

const ShortcutPicker = lazy(() => import('./shortcut-picker.tsx'))

/** As many as are offered to whoever has chosen none; what has a bell of its own is not among them. */
const FIRST = 8

/** Pages at hand: those chosen, as far as the menu shows them now. */
export function Shortcuts() {
  const t = useT()
  const [choosing, setChoosing] = useState(false)
  const [used, setUsed] = useState(false)
  const { user } = useSession()
  const { shortcuts, change } = useArrangement()
  const pages = useMenuPages().filter(({ path }) => path !== HOME)
  const chosen = pagesNamed(shortcuts, pages)
  const open = () => {
    setUsed(true)
    setChoosing(true)
  }
  const mayChoose = pages.length > 0 && user.acting !== 'preview'
  return (
    <Panel
      title={t('workbench.shortcuts')}
      action={
        mayChoose && (
          <Button type="link" size="small" aria-haspopup="dialog" onClick={open}>
            {t('workbench.choose')}
          </Button>
        )
      }
    >
      {pages.length === 0 ? (
        <p className="quiet">{t('workbench.no-shortcuts')}</p>
      ) : (
        chosen.length === 0 && <p className="quiet">{t('workbench.none-chosen')}</p>
      )}
      <ul className="shortcuts">
        {chosen.map(({ path, title, icon }) => (
          <li key={path}>
            <Link to={path}>
              {icon}
              <span>{title}</span>
            </Link>
          </li>
        ))}
      </ul>
      {used && (
        <Suspense fallback={null}>
          <ShortcutPicker
            open={choosing}
            pages={pages}
            codes={shortcuts ?? chosen.map(({ code }) => code)}
            onChoose={(codes) => change({ shortcuts: codes })}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </Panel>
  )
}

function pagesNamed(codes: readonly string[] | null, pages: readonly MenuPage[]): readonly MenuPage[] {
  return (
    codes?.flatMap((code) => pages.find((page) => page.code === code) ?? []) ??
    pages.filter(({ path }) => path !== MY_NOTIFICATIONS).slice(0, FIRST)
  )
}
