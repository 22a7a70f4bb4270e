import { Drawer } from 'antd'
import { useT } from '../../kernel/i18n/i18n.ts'
import type { MenuRoute } from '../../kernel/navigation/menu-routes.ts'
import { Brand, MenuTree } from './sidebar.tsx'

/** Pixels; the same as beside the page (shell.css). Section 2 of the specification. */
const SIDEBAR_WIDTH = 210

interface MobileSidebarProps {
  readonly menu: readonly MenuRoute[]
  readonly open: boolean
  readonly logo: boolean
  readonly onClose: () => void
}

export default function MobileSidebar({ menu, open, logo, onClose }: MobileSidebarProps) {
  const t = useT()
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="left"
      size={SIDEBAR_WIDTH}
      title={logo ? <Brand /> : t('shell.menu')}
      aria-label={t('shell.menu')}
      styles={{ body: { padding: '8px 0' }, header: { padding: '8px 12px' } }}
    >
      <MenuTree menu={menu} mode="inline" />
    </Drawer>
  )
}
