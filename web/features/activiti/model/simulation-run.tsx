/** A simulation that goes on: the diagram with its path, what can be done now, and what has happened. */
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Tabs } from 'antd'
import { useMemo } from 'react'
import type { Simulated, SimulatedAct } from '../../../../model/contract/workflow/simulation.ts'
import { simulateModel } from '../../../../model/contract/workflow/simulation.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { Asked } from '../../../shared/workflow/asked.tsx'
import { DiagramView } from '../../../shared/workflow/diagram-view.tsx'
import { trackMarks } from '../../../shared/workflow/marks.ts'
import { nodeNames } from '../../../shared/workflow/node-names.ts'
import { VariableLines } from '../../../shared/workflow/variable-lines.tsx'
import type { Beginning } from './simulation-start.tsx'
import { SimulationActs } from './simulation-acts.tsx'

/** Milliseconds. */
const LIMIT = 30_000

interface SimulationRunProps {
  readonly modelId: string
  readonly beginning: Beginning
  readonly acts: readonly SimulatedAct[]
  readonly onAct: (act: SimulatedAct) => void
  readonly onAgain: () => void
}

export function SimulationRun({ modelId, beginning, acts, onAct, onAgain }: SimulationRunProps) {
  const t = useT()
  const asked = useQuery({
    queryKey: ['process-models', 'simulation', modelId, beginning, acts],
    queryFn: ({ signal }) => {
      const { starterId, variables, begins } = beginning
      const input = { modelId, variables, begins, acts: [...acts], ...(starterId === undefined ? {} : { starterId }) }
      return ask(simulateModel, input, { signal, quiet: true, limit: LIMIT })
    },
    placeholderData: (before) => before,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  // A model with faults is not tried: what it lacks, the check says by element.
  if (asked.error instanceof ApiError)
    return (
      <Alert
        type="error"
        showIcon
        title={[asked.error.message, ...asked.error.errors.map(({ message }) => message)].join(' ')}
        action={<Button onClick={onAgain}>{t('process-simulation.again')}</Button>}
      />
    )
  return <Asked of={asked}>{(data) => <Run of={data} acts={acts} isBusy={asked.isPlaceholderData} onAct={onAct} />}</Asked>
}

interface RunProps {
  readonly of: Simulated
  readonly acts: readonly SimulatedAct[]
  readonly isBusy: boolean
  readonly onAct: (act: SimulatedAct) => void
}

function Run({ of, acts, isBusy, onAct }: RunProps) {
  const t = useT()
  const marks = useMemo(() => trackMarks(of.marks), [of.marks])
  const names = useMemo(() => nodeNames(of.xml), [of.xml])
  const last = of.steps.at(-1)
  return (
    <div className="process-track" aria-busy={isBusy}>
      <p className="process-picked" role="status">
        {[t(`process-simulation.outcome-${of.outcome}`), t('process-simulation.clock', { time: of.time }), last?.refused]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {of.deadlocks.map(({ node, name }) => (
        <Alert key={node} type="error" showIcon title={t('process-simulation.deadlock', { name })} />
      ))}
      {of.incidents.map(({ node, name, message }) => (
        <Alert key={node} type="error" showIcon title={`${name} · ${message}`} />
      ))}
      <div className="process-diagram">
        <DiagramView xml={of.xml} label={t('process-list.diagram')} marks={marks} />
      </div>
      <Tabs
        items={[
          { key: 'acts', label: t('process-simulation.next'), children: <SimulationActs of={of} isBusy={isBusy} onAct={onAct} /> },
          {
            key: 'story',
            label: t('process-simulation.story'),
            children: <Story of={of.steps} acts={acts} nameOf={(node) => names.get(node) ?? node} />,
          },
          { key: 'variables', label: t('process-list.variables'), children: <VariableLines of={of.variables} /> },
        ]}
      />
    </div>
  )
}

interface StoryProps {
  readonly of: Simulated['steps']
  readonly acts: readonly SimulatedAct[]
  readonly nameOf: (node: string) => string
}

function Story({ of, acts, nameOf }: StoryProps) {
  const t = useT()
  const titleOf = (act: SimulatedAct | undefined): string => {
    if (!act) return t('process-act.start')
    const verb = t(`process-simulation.${act.do}`)
    return 'node' in act ? `${verb} · ${nameOf(act.node)}` : verb
  }
  return (
    <ol className="process-lines">
      {of.map(({ passed, said, refused }, at) => (
        <li key={at}>
          <span>
            <strong>{titleOf(acts[at - 1])}</strong>
            <small>{passed.map(nameOf).join(' → ')}</small>
            {[...said, ...(refused === null ? [] : [refused])].map((line, number) => (
              <span key={number} className="process-said">
                {line}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ol>
  )
}
