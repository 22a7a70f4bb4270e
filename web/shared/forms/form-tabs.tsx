/** Fields behind tabs. A tab with something wrong says so, and comes to the front where that is to be seen. */
import { Tabs } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useT } from '../../kernel/i18n/i18n.ts'
import type { PartState, Reveal } from './part-state.ts'

export interface ContainerProps {
  readonly parts: readonly PartState[]
  /** @param all Whether all that is wrong in it is to be seen */
  readonly draw: (at: number, all: boolean) => ReactNode
  readonly reveal: Reveal | undefined
}

export default function FormTabs({ parts, draw, reveal }: ContainerProps) {
  const t = useT()
  const [active, setActive] = useState('0')
  const [seen, setSeen] = useState<Reveal>()
  if (seen !== reveal) {
    setSeen(reveal)
    const at = parts.findIndex(({ ids }) => reveal !== undefined && ids.includes(reveal.field))
    if (at >= 0) setActive(String(at))
  }
  // A tab may have gone since.
  const shown = Number(active) < parts.length ? active : '0'
  return (
    <Tabs
      activeKey={shown}
      onChange={setActive}
      items={parts.map(({ title, wrongSeen }, at) => ({
        key: String(at),
        label:
          wrongSeen === 0 ? (
            title
          ) : (
            <>
              {title} <span className="fill-wrong-count">{t('fill.wrong', { count: wrongSeen })}</span>
            </>
          ),
        children: String(at) === shown ? draw(at, false) : null,
      }))}
    />
  )
}
