/** The views of a list, and what can be done with the one in use. */
import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import type { MenuProps } from 'antd'
import { Button, Dropdown } from 'antd'
import { useT } from '../../i18n/i18n.ts'
import type { ListView } from '../../../../model/contract/account/list-views.ts'
import { named } from '../../../ui/named.ts'

interface ViewsMenuProps {
  readonly list: readonly ListView[]
  readonly view: ListView | undefined
  /** Whether the list is no longer as the view has it. */
  readonly changed: boolean
  readonly onOpen: (view: ListView | undefined) => void
  readonly onSave: () => void
  readonly onSaveAs: () => void
  readonly onManage: () => void
  readonly onCopyLink: () => void
}

export function ViewsMenu({ list, view, changed, onOpen, onSave, onSaveAs, onManage, onCopyLink }: ViewsMenuProps) {
  const t = useT()
  const inUse = view && (changed ? t('view.changed', { view: view.viewName }) : view.viewName)
  const entry = (one: ListView) => ({ key: one.id, label: one.viewName, icon: mark(one.id === view?.id), onClick: () => onOpen(one) })
  const group = (key: string, label: string, some: readonly ListView[]) =>
    some.length > 0 ? [{ type: 'group' as const, key, label, children: some.map(entry) }] : []
  const items: MenuProps['items'] = [
    { key: 'all', label: t('view.all'), icon: mark(!view), onClick: () => onOpen(undefined) },
    ...group(
      'own',
      t('view.own'),
      list.filter(({ audience }) => audience === 'own'),
    ),
    ...group(
      'shared',
      t('view.shared'),
      list.filter(({ audience }) => audience !== 'own'),
    ),
    { type: 'divider' },
    ...(view && changed && view.mayChange ? [{ key: 'save', label: t('view.save'), onClick: onSave }] : []),
    { key: 'save-as', label: t('view.save-as'), onClick: onSaveAs },
    ...(view ? [{ key: 'link', label: t('view.copy-link'), onClick: onCopyLink }] : []),
    ...(list.length > 0 ? [{ key: 'manage', label: t('view.manage'), onClick: onManage }] : []),
  ]
  return (
    // Within the list, and so within a landmark.
    <Dropdown
      trigger={['click']}
      autoFocus
      placement="bottomRight"
      menu={{ items, className: 'views-menu' }}
      getPopupContainer={(trigger) => trigger.closest<HTMLElement>('.resource-card') ?? document.body}
    >
      <Button
        type="text"
        className={inUse ? 'views-button' : 'views-button unnamed'}
        aria-haspopup="menu"
        icon={<AppstoreOutlined aria-hidden="true" />}
        aria-label={inUse ? named(t('view.views'), inUse) : t('view.views')}
      >
        <span className="views-name">{inUse ?? t('view.views')}</span>
      </Button>
    </Dropdown>
  )
}

function mark(isChosen: boolean) {
  return <CheckOutlined aria-hidden="true" style={{ visibility: isChosen ? 'visible' : 'hidden' }} />
}
