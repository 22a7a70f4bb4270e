/** What two versions of a process differ in: a list, and both drawn with what is new, gone or changed marked. */
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useId, useMemo, useState } from 'react'
import type { DefinitionDifference } from '../../../../model/contract/workflow/definitions.ts'
import { queryDefinitionDifference } from '../../../../model/contract/workflow/definitions.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { textOr, useT } from '../../../kernel/i18n/i18n.ts'
import '../../../shared/panels/difference-list.css'
import { Asked } from '../../../shared/workflow/asked.tsx'
import { definitionModel } from '../../../shared/workflow/definition.ts'
import type { NodeMark } from '../../../shared/workflow/diagram-props.ts'
import { DiagramView } from '../../../shared/workflow/diagram-view.tsx'
import { PROCESS_QUERIES } from '../../../shared/workflow/queries.ts'
import '../../../shared/workflow/workflow.css'
import { VersionChoice } from './version-choice.tsx'

export default function DifferenceDialog({ row, onClose }: { row: ResourceRow; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const [other, setOther] = useState<string>()
  return (
    <Modal
      open
      className="process-wide"
      width="min(1200px, calc(100vw - 32px))"
      title={t('process-list.compare-title', { name: String(row['name'] ?? ''), version: Number(row['definitionVersion'] ?? 0) })}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
      onCancel={onClose}
    >
      <div className="process-track">
        <div className="process-acts">
          <label htmlFor={id}>{t('process-list.compare-with')}</label>
          <VersionChoice of={row} id={id} value={other} onChange={setOther} />
        </div>
        {other !== undefined && <Difference from={other} to={row.id} />}
      </div>
    </Modal>
  )
}

function Difference({ from, to }: { from: string; to: string }) {
  const t = useT()
  const asked = useQuery({
    queryKey: [PROCESS_QUERIES, 'difference', from, to],
    queryFn: ({ signal }) => ask(queryDefinitionDifference, { from, to }, { signal, quiet: true }),
    staleTime: Infinity,
  })
  return (
    <Asked of={asked}>
      {(difference) => (
        <>
          <DifferenceLines of={difference} />
          <div className="process-side">
            <Side id={from} title={t('process-list.version-from')} difference={difference} kind="removed" />
            <Side id={to} title={t('process-list.version-to')} difference={difference} kind="added" />
          </div>
        </>
      )}
    </Asked>
  )
}

function DifferenceLines({ of: { added, removed, changed } }: { of: DefinitionDifference }) {
  const t = useT()
  if (added.length + removed.length + changed.length === 0) return <p className="difference-none">{t('form-versions.same')}</p>
  const nameOf = ({ name, element, kind }: { readonly name?: string | undefined; readonly element: string; readonly kind: string }) =>
    `${name ?? element} (${textOr(`process-kind.${kind}`, kind)})`
  return (
    <ul className="difference-list" aria-label={t('form-versions.differences')}>
      {added.map((one) => (
        <li key={one.element} className="difference-added">
          {t('form-versions.added', { field: nameOf(one) })}
        </li>
      ))}
      {removed.map((one) => (
        <li key={one.element} className="difference-removed">
          {t('form-versions.removed', { field: nameOf(one) })}
        </li>
      ))}
      {changed.map((one) => (
        <li key={one.element} className="difference-changed">
          {t('form-versions.changed', {
            field: nameOf(one),
            members: one.what.map((member) => textOr(`process-member.${member}`, member)).join(t('common.between')),
          })}
        </li>
      ))}
    </ul>
  )
}

const OWN: Readonly<Record<'added' | 'removed', NodeMark>> = {
  added: { state: 'done', badge: '+' },
  removed: { state: 'failed', badge: '−' },
}

interface SideProps {
  readonly id: string
  readonly title: string
  readonly difference: DefinitionDifference
  /** What only this side has. */
  readonly kind: 'added' | 'removed'
}

function Side({ id, title, difference, kind }: SideProps) {
  const t = useT()
  const asked = useQuery(definitionModel(id))
  const own = OWN[kind]
  const marks = useMemo(
    (): ReadonlyMap<string, NodeMark> =>
      new Map<string, NodeMark>([
        ...difference.changed.map(({ element }): [string, NodeMark] => [element, { state: 'active', badge: '≠' }]),
        ...difference[kind].map(({ element }): [string, NodeMark] => [element, own]),
      ]),
    [difference, kind, own],
  )
  return (
    <section>
      <Asked of={asked}>
        {({ xml, name, definitionVersion }) => (
          <>
            <h3>{`${title} ${t('process-list.of-version', { name, version: definitionVersion })}`}</h3>
            <div className="process-diagram">
              <DiagramView xml={xml} label={title} marks={marks} />
            </div>
          </>
        )}
      </Asked>
    </section>
  )
}
