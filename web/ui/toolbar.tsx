import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined'
import type { MenuProps } from 'antd'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import './toolbar.css'
import { useHoverMenu } from './use-hover-menu.ts'
import { usePhone } from './use-media.ts'

export interface Action {
  readonly key: string
  readonly label: string
  readonly icon?: ReactNode
  readonly main?: boolean
  readonly danger?: boolean
  /** It runs, and is not to be run again before it is done. */
  readonly busy?: boolean
  /** It cannot be done yet. */
  readonly disabled?: boolean
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

/** The buttons that are shown; on a phone one, which is what the page is there for. */
function shownOf(actions: readonly (Action | Choice)[], isPhone: boolean): readonly (Action | Choice)[] {
  if (!isPhone) return actions.slice(0, SHOWN)
  const main = actions.find((action) => 'main' in action && action.main) ?? actions[0]
  return main ? [main] : []
}

interface ToolbarProps {
  readonly label: string
  readonly actions: readonly (Action | Choice)[]
  readonly more: string
  readonly children?: ReactNode
}

export function Toolbar({ label, actions, more, children }: ToolbarProps) {
  const isPhone = usePhone()
  const shown = shownOf(actions, isPhone)
  const rest = actions.filter((action) => !shown.includes(action))
  return (
    <div className="toolbar" role="toolbar" aria-label={label}>
      {shown.map((action) =>
        'ways' in action ? (
          <ChoiceButton key={action.key} of={action} />
        ) : (
          <Button
            key={action.key}
            icon={action.icon}
            type={action.main ? 'primary' : 'default'}
            danger={action.danger ?? false}
            loading={action.busy ?? false}
            disabled={action.disabled ?? false}
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
            items: rest.map((action) => ('ways' in action ? { ...menuOf(action, isPhone), children: itemsOf(action) } : itemOf(action))),
          }}
        >
          {isPhone ? (
            <Button aria-haspopup="menu" icon={<EllipsisOutlined aria-hidden="true" />} aria-label={more} title={more} />
          ) : (
            <Button aria-haspopup="menu" icon={<DownOutlined aria-hidden="true" />} iconPlacement="end">
              {more}
            </Button>
          )}
        </Dropdown>
      )}
      <div className="toolbar-rest">{children}</div>
    </div>
  )
}

function ChoiceButton({ of }: { of: Choice }) {
  const { dropdown, press } = useHoverMenu()
  return (
    <Dropdown {...dropdown} disabled={of.busy ?? false} menu={{ items: itemsOf(of) }}>
      <Button aria-haspopup="menu" icon={of.icon} loading={of.busy ?? false} onClick={press}>
        {of.label}
      </Button>
    </Dropdown>
  )
}

/** Beside a menu another one has no room on a phone: there its ways stand below its name. */
function menuOf({ key, label, icon }: Choice, isPhone: boolean) {
  return isPhone ? { type: 'group' as const, key, label } : { key, label, icon }
}

function itemOf({ key, label, icon, danger = false, busy = false, disabled = false, run }: Action) {
  return { key, label, icon, danger, disabled: busy || disabled, onClick: run }
}

type Items = NonNullable<MenuProps['items']>

function itemsOf({ ways }: Choice): Items {
  return ways.flatMap(({ title, actions }, index): Items =>
    title === undefined
      ? actions.map(itemOf)
      : [{ type: 'group' as const, key: String(index), label: title, children: actions.map(itemOf) }],
  )
}
