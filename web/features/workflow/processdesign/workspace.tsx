/** Palette and faults at the left, the drawing or the list of steps in the middle, what the chosen element says at the right. */
import FullscreenExitOutlined from '@ant-design/icons/es/icons/FullscreenExitOutlined'
import FullscreenOutlined from '@ant-design/icons/es/icons/FullscreenOutlined'
import RedoOutlined from '@ant-design/icons/es/icons/RedoOutlined'
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import { Button, Segmented } from 'antd'
import type { KeyboardEvent } from 'react'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { ModelFinding, ProcessDesign } from '../../../../model/contract/workflow/models.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { DiagramZoom } from '../../../shared/workflow/diagram-zoom.tsx'
import { fitDiagram } from '../../../shared/workflow/fit-diagram.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { toast } from '../../../ui/toast.ts'
import { Findings } from './findings.tsx'
import { FormFieldsProvider, useFormFields } from './form-fields.ts'
import { useDrawing, useDrawn } from './modeler/drawing.ts'
import { Palette } from './palette.tsx'
import { Panel } from './panel/panel.tsx'
import { Steps } from './steps/steps.tsx'
import type { Saving } from './use-saving.ts'
import { useSaving } from './use-saving.ts'

const MeanwhileDialog = lazyWithPreload(() => import('./meanwhile-dialog.tsx'))

const VIEWS = ['drawing', 'steps'] as const
type View = (typeof VIEWS)[number]
const TOOLS = ['palette', 'faults'] as const
type Tool = (typeof TOOLS)[number]

export function Workspace({ model }: { model: ProcessDesign }) {
  const t = useT()
  const drawing = useDrawing()
  const [faults, setFaults] = useState<readonly ModelFinding[]>([])
  const saving = useSaving({ drawing, id: model.id, revision: model.revision, onFaults: setFaults })
  const [view, setView] = useState<View>('drawing')
  const [tool, setTool] = useState<Tool>('palette')
  const [fills, setFills] = useState(false)
  const [placed, setPlaced] = useState(0)
  const panel = useRef<HTMLElement>(null)
  const fields = useFormFields(model.formId)

  // Whoever puts something there by keyboard goes on with what it says.
  useEffect(() => {
    if (placed > 0) panel.current?.querySelector<HTMLElement>('.process-name input')?.focus()
  }, [placed])

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    // What opens above the page has its own, and so have the paper and whatever is being written.
    if (!event.currentTarget.contains(event.target as Node)) return
    if (event.key === 'Escape' && fills) return setFills(false)
    if (event.target instanceof Element && event.target.closest('.process-paper, input, textarea, [contenteditable]')) return
    const key = event.key.toLowerCase()
    if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) drawing.stack.redo()
    else drawing.stack.undo()
  }

  return (
    <FormFieldsProvider value={fields}>
      <div className={fills ? 'process-design filling' : 'process-design'} onKeyDown={onKeyDown}>
        <header className="process-design-bar">
          <div className="process-design-name">
            <h1>{model.name}</h1>
            <SavingText saving={saving} version={model.modelVersion} />
          </div>
          <History />
          <Segmented<View>
            aria-label={t('form-design.mode')}
            value={view}
            options={VIEWS.map((one) => ({ value: one, label: t(`process-design.view-${one}`) }))}
            onChange={setView}
          />
          <Button
            type="text"
            icon={fills ? <FullscreenExitOutlined aria-hidden="true" /> : <FullscreenOutlined aria-hidden="true" />}
            aria-pressed={fills}
            aria-label={t('process-design.fill')}
            title={t('process-design.fill')}
            onClick={() => setFills(!fills)}
          />
          <Button type="primary" onClick={() => void saving.now().then((isSaved) => isSaved && toast.success(t('process-design.saved')))}>
            {t('common.save')}
          </Button>
        </header>
        <div className={`process-design-parts ${view}`}>
          <section className="process-design-left" aria-label={t('form-design.tools')}>
            {view === 'drawing' && (
              <Segmented<Tool>
                block
                size="small"
                aria-label={t('form-design.tools')}
                value={tool}
                options={TOOLS.map((one) => ({
                  value: one,
                  label: one === 'faults' ? t('form-design.faults', { count: faults.length }) : t('process-design.palette'),
                }))}
                onChange={setTool}
              />
            )}
            {view === 'drawing' && tool === 'palette' ? (
              <Palette onPlaced={() => setPlaced((count) => count + 1)} />
            ) : (
              <Findings faults={faults} onChoose={drawing.select} />
            )}
          </section>
          <section className="process-design-middle" aria-label={t(`process-design.view-${view}`)}>
            <Paper isShown={view === 'drawing'} />
            {view === 'steps' && <Steps />}
          </section>
          <section className="process-design-right" ref={panel} aria-label={t('form-design.panel')}>
            <Panel />
          </section>
        </div>
        <Suspense fallback={null}>
          {saving.meanwhile && <MeanwhileDialog id={model.id} meanwhile={saving.meanwhile} saving={saving} />}
        </Suspense>
      </div>
    </FormFieldsProvider>
  )
}

/** Where it is drawn. It stays while the list is shown: both change the one model. */
function Paper({ isShown }: { isShown: boolean }) {
  const drawing = useDrawing()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.current) drawing.modeler.attachTo(place.current)
    return () => drawing.modeler.detach()
  }, [drawing])
  useEffect(() => {
    if (!isShown || !place.current) return undefined
    // Whenever it is shown again: the list may have laid it out anew meanwhile.
    let isFitted = false
    const watch = new ResizeObserver(() => {
      drawing.canvas.resized()
      if (isFitted || drawing.canvas.viewbox().width === 0) return
      isFitted = true
      fitDiagram(drawing.canvas)
    })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [drawing, isShown])
  return (
    <div className="diagram-card" hidden={!isShown}>
      <div ref={place} className="diagram-paper process-paper" />
      <DiagramZoom canvas={() => drawing.canvas} />
    </div>
  )
}

/** Whether the draft is kept, and which version is deployed. */
function SavingText({ saving, version }: { saving: Saving; version: number }) {
  const t = useT()
  return (
    <span className={`process-saving process-saving-${saving.state}`}>
      <span>{version === 0 ? t('process-design.never-deployed') : t('process-design.deployed', { version })}</span>
      <span role="status">{t(`form-design.saving-${saving.state}`)}</span>
      {saving.state === 'failed' && (
        <>
          <span>{saving.why}</span>
          <Button size="small" onClick={() => void saving.now()}>
            {t('common.retry')}
          </Button>
        </>
      )}
    </span>
  )
}

function History() {
  const t = useT()
  const { stack } = useDrawn()
  const [undo, redo] = [t('form-design.undo'), t('form-design.redo')]
  return (
    <span className="process-design-history">
      <Button
        type="text"
        icon={<UndoOutlined aria-hidden="true" />}
        aria-label={undo}
        title={`${undo} (Ctrl+Z)`}
        disabled={!stack.canUndo()}
        onClick={() => stack.undo()}
      />
      <Button
        type="text"
        icon={<RedoOutlined aria-hidden="true" />}
        aria-label={redo}
        title={`${redo} (Ctrl+Shift+Z)`}
        disabled={!stack.canRedo()}
        onClick={() => stack.redo()}
      />
    </span>
  )
}
