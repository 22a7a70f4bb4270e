/** Somebody else saved the process meanwhile: which of the two goes on. */
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { queryProcessDesign } from '../../../../model/contract/workflow/models.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { DiagramView } from '../../../shared/workflow/diagram-view.tsx'
import { secondOf } from '../../../ui/clock.ts'
import { useDrawing } from './modeler/drawing.ts'
import type { Meanwhile, Saving } from './use-saving.ts'
import { fitDiagram } from '../../../shared/workflow/fit-diagram.ts'

export default function MeanwhileDialog({ id, meanwhile, saving }: { id: string; meanwhile: Meanwhile; saving: Saving }) {
  const t = useT()
  const { modeler, canvas } = useDrawing()
  const { data: theirs } = useQuery({
    queryKey: ['process-models', 'meanwhile', id, meanwhile.revision],
    queryFn: () => ask(queryProcessDesign, { id }),
    gcTime: 0,
  })
  const who = meanwhile.savedBy ?? t('form-design.somebody')

  async function takeTheirs(): Promise<void> {
    if (!theirs?.xml) return
    await modeler.importXML(theirs.xml)
    fitDiagram(canvas)
    saving.choose(theirs.revision, true)
  }

  return (
    <Modal
      open
      width={760}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      title={t('process-design.meanwhile-title', { who })}
      footer={
        <>
          <Button disabled={!theirs?.xml} onClick={() => void takeTheirs()}>
            {t('form-design.take-theirs')}
          </Button>
          <Button type="primary" onClick={() => saving.choose(theirs?.revision ?? meanwhile.revision, false)}>
            {t('form-design.keep-mine')}
          </Button>
        </>
      }
    >
      <p>{t('process-design.meanwhile-about', { who, time: meanwhile.savedAt === null ? '' : secondOf(meanwhile.savedAt) })}</p>
      {theirs?.xml && (
        <div className="process-theirs">
          <DiagramView xml={theirs.xml} label={t('process-design.theirs')} />
        </div>
      )}
    </Modal>
  )
}
