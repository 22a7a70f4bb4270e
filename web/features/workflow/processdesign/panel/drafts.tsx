/** Lists that are filled in line by line: a line counts as soon as it is whole, and until then it stays written and says that it is not. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { GroupLine } from '../../../../shared/panels/line.tsx'
import { named } from '../../../../ui/named.ts'

export type Draft = Readonly<Record<string, unknown>>
/** Writes some members of a line. */
export type Write = (values: Draft) => void

/** What is written, beside what is kept of it: undo, and whoever chooses another element, bring back what is kept. */
function useWritten<Written>(kept: Written): [Written, (written: Written, kept: unknown) => void] {
  const text = JSON.stringify(kept)
  const [state, setState] = useState({ text, written: kept })
  return [state.text === text ? state.written : kept, (written, next) => setState({ text: JSON.stringify(next), written })]
}

/** Without members that are not said. */
const withoutBlanks = (draft: Draft): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined && value !== ''))

interface DraftListProps<Row extends Draft> {
  readonly label: string
  readonly addText: string
  readonly value: readonly Row[]
  readonly schema: z.ZodMiniType<Row>
  /** What a line is at first. */
  readonly first: Draft
  readonly max: number
  readonly onKeep: (rows: readonly Row[]) => void
  /** The controls of a line. @param head Where its kind is chosen, beside the button that takes it away */
  readonly children: (draft: Draft, write: Write) => { readonly head?: ReactNode; readonly rest?: ReactNode }
}

export function DraftList<Row extends Draft>({ label, addText, value, schema, first, max, onKeep, children }: DraftListProps<Row>) {
  const t = useT()
  const [rows, setRows] = useWritten<readonly Draft[]>(value)

  function change(next: readonly Draft[]): void {
    const whole = next.flatMap((row) => {
      const read = schema.safeParse(withoutBlanks(row))
      return read.success ? [read.data] : []
    })
    setRows(next, whole)
    if (JSON.stringify(whole) !== JSON.stringify(value)) onKeep(whole)
  }

  return (
    <GroupLine label={label}>
      {rows.map((row, at) => {
        const { head, rest } = children(row, (values) =>
          change(rows.map((one, place) => (place === at ? withoutBlanks({ ...one, ...values }) : one))),
        )
        return (
          <div key={at} className="process-draft" role="group" aria-label={`${label} ${String(at + 1)}`}>
            <div className="process-draft-head">
              {head}
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden="true" />}
                aria-label={named(t('button.delete'), `${label} ${String(at + 1)}`)}
                title={t('button.delete')}
                onClick={() => change(rows.filter((_, place) => place !== at))}
              />
            </div>
            {rest}
            {!schema.safeParse(withoutBlanks(row)).success && <p className="process-unfinished">{t('process-design.unfinished')}</p>}
          </div>
        )
      })}
      {rows.length < max && (
        <Button size="small" type="dashed" icon={<PlusOutlined aria-hidden="true" />} onClick={() => change([...rows, first])}>
          {addText}
        </Button>
      )}
    </GroupLine>
  )
}

interface DraftOfProps<Value extends Draft> {
  readonly value: Value | undefined
  readonly schema: z.ZodMiniType<Value>
  readonly onKeep: (value: Value) => void
  readonly children: (draft: Draft, write: Write, replace: Write) => ReactNode
}

/** One thing of several members that is filled in. */
export function DraftOf<Value extends Draft>({ value, schema, onKeep, children }: DraftOfProps<Value>) {
  const t = useT()
  const [draft, setDraft] = useWritten<Draft>(value ?? {})
  function change(next: Draft): void {
    const read = schema.safeParse(next)
    setDraft(next, read.success ? read.data : (value ?? {}))
    if (read.success) onKeep(read.data)
  }
  const isWhole = Object.keys(draft).length === 0 || schema.safeParse(draft).success
  return (
    <>
      {children(
        draft,
        (values) => change(withoutBlanks({ ...draft, ...values })),
        (values) => change(withoutBlanks(values)),
      )}
      {!isWhole && <p className="process-unfinished">{t('process-design.unfinished')}</p>}
    </>
  )
}

/** A member that is a text; empty where it is not. */
export const textIn = (draft: Draft, member: string): string => {
  const value = draft[member]
  return typeof value === 'string' ? value : ''
}
