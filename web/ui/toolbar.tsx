import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import './toolbar.css'

export interface Action {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly main?: boolean
  readonly danger?: boolean
  readonly run: () => void
}

/** Buttons beyond this many move into the "more" menu. */
const SHOWN = 5

interface ToolbarProps {
  readonly label: string
  readonly actions: readonly Action[]
  readonly more: string
  readonly children?: ReactNode
}

export function Toolbar({ label, actions, more, children }: ToolbarProps) {
  const rest = actions.slice(SHOWN)
  return (
    <div className="toolbar" role="toolbar" aria-label={label}>
      {actions.slice(0, SHOWN).map(({ key, label: text, icon, main = false, danger = false, run }) => (
        <Button key={key} icon={icon} type={main ? 'primary' : 'default'} danger={danger} onClick={run}>{text}</Button>
      ))}
      {rest.length > 0 && (
        <Dropdown trigger={['click']} autoFocus menu={{ items: rest.map(({ key, label: text, icon, danger = false, run }) => ({ key, label: text, icon, danger, onClick: run })) }}>
          <Button aria-haspopup="menu" icon={<DownOutlined aria-hidden="true" />} iconPlacement="end">{more}</Button>
        </Dropdown>
      )}
      <div className="toolbar-rest">{children}</div>
    </div>
  )
}
