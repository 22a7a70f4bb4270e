import { Drawer } from 'antd'
import { useT } from '../../kernel/i18n.ts'
import type { MenuRoute } from '../../kernel/menu-routes.ts'
import { Brand, MenuTree } from './sidebar.tsx'

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
      open={open} onClose={onClose} placement="left" size={260} title={logo ? <Brand /> : t('shell.menu')} aria-label={t('shell.menu')}
      styles={{ body: { padding: '8px 0' }, header: { padding: '8px 12px' } }}
    >
      <MenuTree menu={menu} mode="inline" />
    </Drawer>
  )
}
