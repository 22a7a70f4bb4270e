/** The buttons of one row: as many as there is room for, and the others in a menu. */
import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined'
import { Dropdown } from 'antd'
import type { Ref, RefObject } from 'react'
import { useImperativeHandle, useRef, useState } from 'react'
import type { RowAction, RowRoom } from './row-action.ts'
import { actionsIn, iconOf } from './row-action.ts'
import { named } from './named.ts'

interface RowActionsProps {
  readonly actions: readonly RowAction[]
  readonly room?: RowRoom
  /** Names the row to somebody who hears it. */
  readonly name: string
  readonly more: string
}

export function RowActions({ actions, room = 'words', name, more }: RowActionsProps) {
  const { shown, rest } = actionsIn(actions, room)
  return (
    <>
      {shown.map((action) => {
        const { key, label, danger, run } = action
        const icon = iconOf(action, room)
        return (
          <button
            key={key}
            type="button"
            className={danger ? 'row-action danger' : 'row-action'}
            aria-label={named(label, name)}
            {...(icon === undefined ? {} : { title: label })}
            onClick={run}
          >
            {icon ?? label}
          </button>
        )
      })}
      {rest.length > 0 && <RowMenu actions={rest} name={name} more={more} />}
    </>
  )
}

/** Its menu is made when the pointer or the focus comes to the button: of those of a whole page nobody opens more than a few. */
function RowMenu({ actions, name, more }: Pick<RowActionsProps, 'actions' | 'name' | 'more'>) {
  const button = useRef<HTMLButtonElement>(null)
  const [isNear, setNear] = useState(false)
  const [isOpen, setOpen] = useState(false)

  function change(open: boolean): void {
    setOpen(open)
    // Closed by its keys it would leave the focus nowhere; and what it opens gives the focus back to where it was.
    if (!open && document.activeElement?.closest('[role=menu]')) button.current?.focus()
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className="row-action"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={named(more, name)}
        title={more}
        onPointerEnter={() => setNear(true)}
        onFocus={() => setNear(true)}
        onClick={() => {
          // Some programs click without coming near.
          setNear(true)
          setOpen(!isOpen)
        }}
      >
        <EllipsisOutlined aria-hidden="true" />
      </button>
      {isNear && (
        <Dropdown
          trigger={['click']}
          autoFocus
          placement="bottomRight"
          open={isOpen}
          onOpenChange={change}
          menu={{ items: actions.map(({ key, label, danger = false, run }) => ({ key, label, danger, onClick: run })) }}
        >
          <Opener of={button} />
        </Dropdown>
      )}
    </>
  )
}

/** In place of what opens the menu, which stands beside it already: the menu hangs on that, and gives the focus back to it. */
function Opener({ of, ref }: { of: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => of.current as HTMLElement, [of])
  return null
}
