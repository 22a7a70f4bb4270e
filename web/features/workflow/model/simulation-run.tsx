/** A simulation that goes on: the diagram with its path, what can be done now, and what has happened. */
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Tabs } from 'antd'
import { useMemo } from 'react'
import { queryProcessDesign } from '../../../../model/contract/workflow/models.ts'
import type { SimulatedScene, SimulationAct } from '../../../../model/contract/workflow/simulation.ts'
import { simulateModel } from '../../../../model/contract/workflow/simulation.ts'
import { processModels } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { textOr, useT } from '../../../kernel/i18n/i18n.ts'
import { Asked } from '../../../shared/workflow/asked.tsx'
import { DiagramView } from '../../../shared/workflow/diagram-view.tsx'
import { trackMarks } from '../../../shared/workflow/marks.ts'
import { nodeNames } from '../../../shared/workflow/node-names.ts'
import { VariableLines } from '../../../shared/workflow/variable-lines.tsx'
import { secondOf } from '../../../ui/clock.ts'
import { SimulationActs } from './simulation-acts.tsx'
import type { Beginning } from './simulation-start.tsx'

/** Milliseconds. */
const LIMIT = 30_000

interface SimulationRunProps {
  readonly modelId: string
  readonly beginning: Beginning
  readonly acts: readonly SimulationAct[]
  readonly onAct: (act: SimulationAct) => void
  readonly onAgain: () => void
}

export function SimulationRun({ modelId, beginning, acts, onAct, onAgain }: SimulationRunProps) {
  const t = useT()
  // The draft that is tried is the one that was there when it began, whatever becomes of it meanwhile.
  const drawn = useQuery({
    queryKey: [processModels.name, 'simulated', modelId, beginning],
    queryFn: ({ signal }) => ask(queryProcessDesign, { id: modelId }, { signal, quiet: true }),
    staleTime: Infinity,
    gcTime: 0,
  })
  const xml = drawn.data?.xml ?? undefined
  const asked = useQuery({
    queryKey: [processModels.name, 'simulation', modelId, beginning, acts],
    queryFn: ({ signal }) => {
      const { starterId, variables, now } = beginning
      const input = {
        modelId,
        ...(xml === undefined ? {} : { xml }),
        ...(starterId === undefined ? {} : { starterId }),
        variables,
        now,
        acts,
      }
      return ask(simulateModel, input, { signal, quiet: true, limit: LIMIT })
    },
    enabled: drawn.data !== undefined,
    placeholderData: (before) => before,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  // A model with faults is not tried: what it lacks, the check says by element.
  const failure = [drawn.error, asked.error].find((error) => error instanceof ApiError)
  if (failure)
    return (
      <Alert
        type="error"
        showIcon
        title={[failure.message, ...failure.errors.map(({ message }) => message)].join(' ')}
        action={<Button onClick={onAgain}>{t('process-simulation.again')}</Button>}
      />
    )
  return (
    <Asked of={asked}>
      {({ scenes }) => <Run xml={xml ?? ''} scenes={scenes} acts={acts} isBusy={asked.isPlaceholderData} onAct={onAct} />}
    </Asked>
  )
}

interface RunProps {
  readonly xml: string
  readonly scenes: readonly SimulatedScene[]
  readonly acts: readonly SimulationAct[]
  readonly isBusy: boolean
  readonly onAct: (act: SimulationAct) => void
}

function Run({ xml, scenes, acts, isBusy, onAct }: RunProps) {
  const t = useT()
  const names = useMemo(() => nodeNames(xml), [xml])
  const nameOf = (node: string) => names.get(node) ?? node
  const now = scenes.at(-1)
  const marks = useMemo(() => {
    const passages = (now?.marks ?? []).map((mark) => ({ ...mark, people: peopleAt(now, mark.node) }))
    return trackMarks(passages, t('common.between'))
  }, [now, t])
  if (!now) return null
  return (
    <div className="process-track" aria-busy={isBusy}>
      <p className="process-picked" role="status">
        {[
          t(`process-simulation.outcome-${now.processStatus}`),
          t('process-simulation.clock', { time: secondOf(now.now) }),
          now.refused === null ? '' : t(`process-simulation.refused-${now.refused}`),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {now.deadlocks.map((node) => (
        <Alert key={node} type="error" showIcon title={t('process-simulation.deadlock', { name: nameOf(node) })} />
      ))}
      {now.incidents.map(({ node, message }) => (
        <Alert key={node} type="error" showIcon title={`${nameOf(node)} · ${message}`} />
      ))}
      <div className="process-diagram">
        <DiagramView xml={xml} label={t('process-list.diagram')} marks={marks} />
      </div>
      <Tabs
        // All have room on a phone: a menu of the others would stand inside of the list of tabs.
        tabBarGutter={16}
        items={[
          {
            key: 'acts',
            label: t('process-simulation.next'),
            children: <SimulationActs of={now} nameOf={nameOf} isBusy={isBusy} onAct={onAct} />,
          },
          { key: 'story', label: t('process-simulation.story'), children: <Story of={scenes} acts={acts} nameOf={nameOf} /> },
          { key: 'variables', label: t('process-list.variables'), children: <VariableLines of={now.variables} /> },
        ]}
      />
    </div>
  )
}

const peopleAt = (scene: SimulatedScene | undefined, node: string): string[] =>
  (scene?.tasks ?? []).filter((task) => task.node === node).flatMap(({ people }) => people.map(({ name }) => name))

interface StoryProps {
  readonly of: readonly SimulatedScene[]
  readonly acts: readonly SimulationAct[]
  readonly nameOf: (node: string) => string
}

function Story({ of, acts, nameOf }: StoryProps) {
  const t = useT()
  const titleOf = (act: SimulationAct | undefined): string => {
    if (!act) return t('process-act.start')
    const verb = textOr(`process-simulation.${act.do}`, act.do)
    return 'node' in act ? `${verb} · ${nameOf(act.node)}` : verb
  }
  return (
    <ol className="process-lines">
      {of.map(({ path, notices }, at) => (
        <li key={at}>
          <span>
            <strong>{titleOf(acts[at - 1])}</strong>
            <small>{path.nodes.map(nameOf).join(' → ')}</small>
            {notices.map((notice, number) => (
              <span key={number} className="process-said">
                {[
                  nameOf(notice.node),
                  textOr(`process-notice.${notice.what}`, notice.what),
                  notice.what === 'late' && notice.text ? textOr(`process-design.late-${notice.text}`, notice.text) : notice.text,
                  notice.people.join(t('common.between')),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ol>
  )
}
