/** An instance on its diagram: where it is, who has it, what stopped it, and what was done. */
import { useMemo } from 'react'
import type { ProcessTrack } from '../../../model/contract/workflow/instances.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { Tag } from '../../ui/tag.tsx'
import { Facts } from './facts.tsx'
import { Incidents } from './incidents.tsx'
import { nodeNames } from './node-names.ts'
import { InstanceRecord } from './record.tsx'
import { StatusTag } from './status-tag.tsx'
import { AlarmSubject } from './alarm-subject.tsx'
import { TrackDiagram } from './track-diagram.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import './workflow.css'

interface TrackViewProps {
  readonly of: ProcessTrack
  /** Absent: what stopped it is not shown, as of instances that are over. */
  readonly incidents?: { readonly mayResolve: boolean }
}

export function TrackView({ of, incidents }: TrackViewProps) {
  const t = useT()
  const names = useMemo(() => nodeNames(of.xml), [of.xml])
  const nameOf = (node: string) => names.get(node) ?? node
  const now = of.marks.filter(({ state }) => state === 'active' || state === 'failed')
  return (
    <div className="process-track">
      <Facts
        of={[
          [t('field.process-instances.businessNumber'), of.businessNumber],
          [
            t('field.process-instances.definitionId'),
            of.definitionVersion === null
              ? of.processDefinitionName
              : t('process-list.of-version', { name: of.processDefinitionName, version: of.definitionVersion }),
          ],
          [t('field.process-instances.starterId'), of.starter],
          [t('field.process-instances.processStatus'), of.processStatus && <StatusTag key="status" of={of.processStatus} />],
          [
            t('field.process-instances.instanceState'),
            of.instanceState === 'suspended' ? (
              <Tag key="state" kind="notice">
                {t('choice.instanceState.suspended')}
              </Tag>
            ) : null,
          ],
          [t('field.process-instances.startTime'), of.startTime],
          [t('field.process-instances.endTime'), of.endTime],
          [t('field.process-instances.description'), of.description],
          [t('process-list.subject-alarm'), of.subject && <AlarmSubject key="subject" of={of.subject} />],
        ]}
      />
      <TrackDiagram of={of} nameOf={nameOf} />
      <Tabs
        items={[
          { key: 'now', label: t('process-list.now'), children: <Now nodes={now} nameOf={nameOf} /> },
          ...(incidents
            ? [
                {
                  key: 'incidents',
                  label: t('process-list.incidents'),
                  children: <Incidents id={of.id} mayResolve={incidents.mayResolve} />,
                },
              ]
            : []),
          { key: 'record', label: t('process-list.record'), children: <InstanceRecord id={of.id} /> },
        ]}
      />
    </div>
  )
}

type Passage = ProcessTrack['marks'][number]

function Now({ nodes, nameOf }: { nodes: readonly Passage[]; nameOf: (node: string) => string }) {
  const t = useT()
  if (nodes.length === 0) return <p className="process-quiet">{t('process-list.nowhere')}</p>
  return (
    <ul className="process-lines">
      {nodes.map(({ node, state, people }) => (
        <li key={node}>
          <span>
            <strong>{nameOf(node)}</strong> {state === 'failed' && <Tag kind="urgent">{t('choice.activityState.failed')}</Tag>}
            <small>{people.length > 0 ? people.join(t('common.between')) : t('process-list.nobody')}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}
