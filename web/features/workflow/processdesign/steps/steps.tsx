/** The process as an ordered list, for those who do not draw: it changes the one drawing, which is laid out anew. */
import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Alert, Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { useDrawn } from '../modeler/drawing.ts'
import { nameOfElement, sortOfElement } from '../names.ts'
import type { Graph } from './graph.ts'
import { graphOf } from './graph.ts'
import { MIN_BRANCHES, canSwap } from './edit-steps.ts'
import type { BranchStep, Sequence, Step } from './read-steps.ts'
import { readSteps } from './read-steps.ts'
import { ADDABLE, useStepActs } from './use-step-acts.ts'
import { named } from '../../../../ui/named.ts'
import '../../../../shared/panels/panel.css'

export function Steps() {
  const t = useT()
  const drawing = useDrawn()
  const changes = drawing.changes()
  const graph = useMemo(() => {
    const process = drawing.process()
    return process && graphOf(process)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the elements are changed in place, and `changes` counts it
  }, [drawing, changes])
  if (!graph) return null
  const isPlain = drawing.canvas.getRootElement().type === 'bpmn:Process'
  const read = isPlain ? readSteps(graph) : { why: 'pools' as const, at: undefined }

  return (
    <div className="process-steps">
      {'list' in read ? (
        <>
          <p className="form-quiet">{t('process-design.steps-about')}</p>
          <Named id={read.list.start} />
          <SequenceList graph={graph} sequence={read.list.sequence} />
        </>
      ) : (
        <>
          <Alert
            type="info"
            showIcon
            title={t(`process-design.no-list-${read.why}`, { name: read.at === undefined ? '' : nameOfElement(drawing, read.at, t) })}
            description={t('process-design.no-list-about')}
          />
          <ol>
            {[...graph.nodes.keys()].map((id) => (
              <li key={id}>
                <Named id={id} />
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  )
}

/** A node by its name; chosen, the panel shows what it says. */
function Named({ id, children }: { id: string; children?: ReactNode }) {
  const t = useT()
  const drawing = useDrawn()
  const isChosen = drawing.chosen()?.id === id
  return (
    <div className={isChosen ? 'process-step chosen' : 'process-step'}>
      <button type="button" className="process-step-name" aria-pressed={isChosen} onClick={() => drawing.select(id)}>
        {nameOfElement(drawing, id, t)}
        {drawing.elements.get(id)?.businessObject.name !== undefined && <small>{sortOfElement(drawing, id, t)}</small>}
      </button>
      {children}
    </div>
  )
}

function SequenceList({ graph, sequence }: { graph: Graph; sequence: Sequence }) {
  const { steps, places, end } = sequence
  return (
    <ol>
      {steps.map((step, at) => (
        <li key={step.kind === 'single' ? step.id : step.split}>
          <AddStep place={places[at]} />
          <StepItem graph={graph} sequence={sequence} step={step} at={at} />
        </li>
      ))}
      {places[steps.length] !== undefined && (
        <li>
          <AddStep place={places[steps.length]} />
        </li>
      )}
      {end !== undefined && (
        <li>
          <Named id={end} />
        </li>
      )}
    </ol>
  )
}

function AddStep({ place }: { place: string | undefined }) {
  const t = useT()
  const acts = useStepActs()
  if (place === undefined) return null
  return (
    <span className="process-add">
      <Dropdown
        trigger={['click']}
        menu={{
          items: ADDABLE.map((kind) => ({ key: kind, label: t(`process-design.add-${kind}`) })),
          onClick: ({ key }) => {
            const kind = ADDABLE.find((one) => one === key)
            if (kind) acts.add(place, kind)
          },
        }}
      >
        <Button size="small" type="dashed" icon={<PlusOutlined aria-hidden="true" />}>
          {t('process-design.add-step')}
        </Button>
      </Dropdown>
    </span>
  )
}

interface ItemProps {
  readonly graph: Graph
  readonly sequence: Sequence
  readonly step: Step
  readonly at: number
}

function StepItem({ graph, sequence, step, at }: ItemProps) {
  const t = useT()
  const drawing = useDrawn()
  const acts = useStepActs()
  const id = step.kind === 'single' ? step.id : step.split
  const name = nameOfElement(drawing, id, t)
  const buttons = [
    {
      name: t('form-design.up'),
      icon: <ArrowUpOutlined aria-hidden="true" />,
      off: at === 0 || !canSwap(sequence, at - 1),
      run: () => acts.swap(sequence, at - 1),
    },
    {
      name: t('form-design.down'),
      icon: <ArrowDownOutlined aria-hidden="true" />,
      off: at === sequence.steps.length - 1 || !canSwap(sequence, at),
      run: () => acts.swap(sequence, at),
    },
    { name: t('button.delete'), icon: <DeleteOutlined aria-hidden="true" />, off: false, run: () => acts.remove(sequence, at) },
  ]
  return (
    <>
      <Named id={id}>
        {buttons.map((button) => (
          <Button
            key={button.name}
            type="text"
            size="small"
            icon={button.icon}
            aria-label={named(button.name, name)}
            title={button.name}
            disabled={button.off}
            onClick={button.run}
          />
        ))}
      </Named>
      {step.kind === 'branches' && <Branches graph={graph} step={step} />}
    </>
  )
}

function Branches({ graph, step }: { graph: Graph; step: BranchStep }) {
  const t = useT()
  const drawing = useDrawn()
  const acts = useStepActs()
  return (
    <div className="process-branches">
      {step.branches.map((branch, at) => {
        const [flow = ''] = branch.places
        const label = t('process-design.branch', { number: at + 1 })
        const isChosen = drawing.chosen()?.id === flow
        return (
          <section key={flow} className="process-branch" aria-label={label}>
            <div className={isChosen ? 'process-step chosen' : 'process-step'}>
              <button type="button" className="process-step-name" aria-pressed={isChosen} onClick={() => drawing.select(flow)}>
                {drawing.elements.get(flow)?.businessObject.name ?? label}
                <small>{acts.conditionOf(flow)}</small>
              </button>
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden="true" />}
                aria-label={named(t('button.delete'), label)}
                title={t('button.delete')}
                disabled={step.branches.length <= MIN_BRANCHES}
                onClick={() => acts.removeBranch(step, at)}
              />
            </div>
            <SequenceList graph={graph} sequence={branch} />
          </section>
        )
      })}
      <span>
        <Button size="small" type="dashed" icon={<PlusOutlined aria-hidden="true" />} onClick={() => acts.addBranch(step)}>
          {t('process-design.add-branch')}
        </Button>
      </span>
    </div>
  )
}
