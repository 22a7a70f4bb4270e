import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import type { MenuProps } from 'antd'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import './toolbar.css'

export interface Action {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly main?: boolean
  readonly danger?: boolean
  /** It runs, and is not to be run again before it is done. */
  readonly busy?: boolean
  readonly run: () => void
}

/** Ways to do one thing: a button that opens a menu. With titles the ways stand in groups. */
export interface Choice {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly busy?: boolean
  readonly ways: readonly { readonly title?: string; readonly actions: readonly Action[] }[]
}

/** Buttons beyond this many move into the "more" menu. */
const SHOWN = 5

interface ToolbarProps {
  readonly label: string
  readonly actions: readonly (Action | Choice)[]
  readonly more: string
  readonly children?: ReactNode
}

export function Toolbar({ label, actions, more, children }: ToolbarProps) {
  const rest = actions.slice(SHOWN)
  return (
    <div className="toolbar" role="toolbar" aria-label={label}>
      {actions.slice(0, SHOWN).map((action) =>
        'ways' in action ? (
          <ChoiceButton key={action.key} of={action} />
        ) : (
          <Button
            key={action.key}
            icon={action.icon}
            type={action.main ? 'primary' : 'default'}
            danger={action.danger ?? false}
            loading={action.busy ?? false}
            onClick={action.run}
          >
            {action.label}
          </Button>
        ),
      )}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          autoFocus
          menu={{
            items: rest.map((action) =>
              'ways' in action ? { key: action.key, label: action.label, icon: action.icon, children: itemsOf(action) } : itemOf(action),
            ),
          }}
        >
          <Button aria-haspopup="menu" icon={<DownOutlined aria-hidden="true" />} iconPlacement="end">
            {more}
          </Button>
        </Dropdown>
      )}
      <div className="toolbar-rest">{children}</div>
    </div>
  )
}

function ChoiceButton({ of }: { of: Choice }) {
  return (
    <Dropdown trigger={['click']} autoFocus disabled={of.busy ?? false} menu={{ items: itemsOf(of) }}>
      <Button aria-haspopup="menu" icon={of.icon} loading={of.busy ?? false}>
        {of.label}
      </Button>
    </Dropdown>
  )
}

function itemOf({ key, label, icon, danger = false, busy = false, run }: Action) {
  return { key, label, icon, danger, disabled: busy, onClick: run }
}

type Items = NonNullable<MenuProps['items']>

function itemsOf({ ways }: Choice): Items {
  return ways.flatMap(({ title, actions }, index): Items =>
    title === undefined
      ? actions.map(itemOf)
      : [{ type: 'group' as const, key: String(index), label: title, children: actions.map(itemOf) }],
  )
}
