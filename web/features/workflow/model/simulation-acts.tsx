/** What can be done in a simulation now: tasks by those whom they ask, events that are waited for, answers from outside, the clock. */
import { Button, Select } from 'antd'
import { useState } from 'react'
import type { SimulatedScene, SimulationAct } from '../../../../model/contract/workflow/simulation.ts'
import { textOr, useT } from '../../../kernel/i18n/i18n.ts'
import { secondOf } from '../../../ui/clock.ts'
import { Tag } from '../../../ui/tag.tsx'
import { named } from '../../../ui/named.ts'

interface SimulationActsProps {
  readonly of: SimulatedScene
  /** What a node is called that has no name. */
  readonly nameOf: (node: string) => string
  readonly isBusy: boolean
  readonly onAct: (act: SimulationAct) => void
}

export function SimulationActs({ of, nameOf, isBusy, onAct }: SimulationActsProps) {
  const t = useT()
  const isTimed = of.tasks.some(({ due }) => due !== null) || of.waits.some(({ due }) => due !== null)
  if (of.processStatus !== 'running') return <p className="process-quiet">{t(`process-simulation.outcome-${of.processStatus}`)}</p>
  return (
    <ul className="process-lines">
      {of.tasks.map((task) => (
        <TaskLine
          key={`${task.activity} ${task.people.map(({ id }) => id).join(' ')}`}
          task={task}
          name={task.name ?? nameOf(task.node)}
          isBusy={isBusy}
          onAct={onAct}
        />
      ))}
      {of.waits.map(({ node, name, kind, due }) => (
        <li key={node}>
          <span>
            <strong>{name ?? nameOf(node)}</strong>
            <small>{[textOr(`process-wait.${kind}`, kind), due === null ? '' : secondOf(due)].filter(Boolean).join(' · ')}</small>
          </span>
          <Button size="small" disabled={isBusy} onClick={() => onAct({ do: 'occur', node })}>
            {t('process-simulation.occur')}
          </Button>
        </li>
      ))}
      {of.outside.map(({ node, name }) => (
        <li key={node}>
          <span>
            <strong>{name ?? nameOf(node)}</strong>
            <small>{t('process-simulation.outside')}</small>
          </span>
          <Button size="small" disabled={isBusy} onClick={() => onAct({ do: 'answer', node })}>
            {t('process-simulation.answer')}
          </Button>
          <Button size="small" disabled={isBusy} onClick={() => onAct({ do: 'fail', node })}>
            {t('process-simulation.fail')}
          </Button>
        </li>
      ))}
      {isTimed && (
        <li>
          <span>{t('process-simulation.clock', { time: secondOf(of.now) })}</span>
          <Button size="small" disabled={isBusy} onClick={() => onAct({ do: 'advance' })}>
            {t('process-simulation.advance')}
          </Button>
        </li>
      )}
    </ul>
  )
}

interface TaskLineProps {
  readonly task: SimulatedScene['tasks'][number]
  readonly name: string
  readonly isBusy: boolean
  readonly onAct: (act: SimulationAct) => void
}

function TaskLine({ task: { node, people, votes, isFallback, due }, name, isBusy, onAct }: TaskLineProps) {
  const t = useT()
  const [chosen, setChosen] = useState<string>()
  const by = chosen ?? people[0]?.id
  return (
    <li>
      <span>
        <strong>{name}</strong> {isFallback && <Tag kind="notice">{t('process-simulation.fallback')}</Tag>}
        <small>
          {people.length === 0
            ? t('process-list.nobody')
            : [
                ...votes.flatMap(({ person, vote }) => (vote === null ? [] : [named(person.name, textOr(`process-vote.${vote}`, vote))])),
                ...(due === null ? [] : [t('process-simulation.due', { time: secondOf(due) })]),
              ].join(' · ')}
        </small>
      </span>
      {by !== undefined && (
        <>
          <Select<string>
            aria-label={t('process-simulation.by', { name })}
            value={by}
            style={{ minWidth: 160 }}
            options={people.map((person) => ({ value: person.id, label: person.name }))}
            onChange={setChosen}
          />
          {(['complete', 'reject'] as const).map((verb) => (
            <Button
              key={verb}
              danger={verb === 'reject'}
              disabled={isBusy}
              aria-label={named(t(`process-simulation.${verb}`), name)}
              onClick={() => onAct({ do: verb, node, by })}
            >
              {t(`process-simulation.${verb}`)}
            </Button>
          ))}
        </>
      )}
    </li>
  )
}
