/** The fields that a role still sees: the one that is chosen is hidden at once. */
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Dropdown } from 'antd'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { named } from '../../../ui/named.ts'
import { useHoverMenu } from '../../../ui/use-hover-menu.ts'

interface HideMenuProps {
  /** Of the role. */
  readonly name: string
  readonly fields: readonly (readonly [name: string, label: string])[]
  readonly onHide: (field: string) => void
}

export function HideMenu({ name, fields, onHide }: HideMenuProps) {
  const t = useT()
  const { dropdown, press } = useHoverMenu()
  if (fields.length === 0) return null
  return (
    <Dropdown
      {...dropdown}
      menu={{ className: 'hide-menu', items: fields.map(([key, label]) => ({ key, label, onClick: () => onHide(key) })) }}
    >
      <button
        type="button"
        className="row-action"
        aria-haspopup="menu"
        aria-label={named(t('data-permission.hide'), name)}
        title={t('data-permission.hide')}
        onClick={press}
      >
        <PlusOutlined aria-hidden="true" />
      </button>
    </Dropdown>
  )
}
