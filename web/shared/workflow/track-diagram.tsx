/** An instance on its diagram; of a node that is picked, what became of it and who has it. */
import { useMemo, useState } from 'react'
import type { ProcessTrack } from '../../../model/contract/workflow/instances.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { trackMarks } from './marks.ts'
import { PictureView } from './picture-view.tsx'
import './workflow.css'

interface TrackDiagramProps {
  readonly of: ProcessTrack
  readonly nameOf: (node: string) => string
}

export function TrackDiagram({ of, nameOf }: TrackDiagramProps) {
  const t = useT()
  const [picked, setPicked] = useState<string>()
  // Asked for again while nothing has changed, the diagram is not to lose its marks for a moment.
  const passages = JSON.stringify(of.marks)
  const marks = useMemo(() => trackMarks(JSON.parse(passages) as ProcessTrack['marks'], t('common.between')), [passages, t])
  const flows = of.flows.join(' ')
  const taken = useMemo(() => new Set(flows.split(' ')), [flows])
  const passage = of.marks.find(({ node }) => node === picked)
  return (
    <>
      <div className="process-diagram">
        <PictureView
          picture={of.picture}
          label={t('process-list.diagram-of', { name: of.name })}
          marks={marks}
          flows={taken}
          nameOf={nameOf}
          onPick={setPicked}
        />
      </div>
      <p className="process-picked" role="status">
        {picked === undefined ? t('process-list.pick') : <Picked name={nameOf(picked)} passage={passage} />}
      </p>
    </>
  )
}

function Picked({ name, passage }: { name: string; passage: ProcessTrack['marks'][number] | undefined }) {
  const t = useT()
  if (!passage) return t('process-list.not-reached', { name })
  return [
    name,
    t(`choice.activityState.${passage.state}`),
    t('process-list.times', { count: passage.times }),
    passage.people.join(t('common.between')),
  ]
    .filter(Boolean)
    .join(' · ')
}
