/** The designer: looks above, the sheet in the middle, and at the right what the chosen cell says, data, the page, faults or the preview. */
import RedoOutlined from '@ant-design/icons/es/icons/RedoOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import { Button, Segmented } from 'antd'
import type { KeyboardEvent } from 'react'
import { Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { ReportDesign } from '../../../../model/contract/report/templates.ts'
import { queryReportDesign, saveReportDraft } from '../../../../model/contract/report/templates.ts'
import { reportTemplates } from '../../../../model/index.ts'
import { faultsOf } from '../../../../model/reports/draft.ts'
import type { Place } from '../../../../model/reports/places.ts'
import { nameOfPlace, placeNamed } from '../../../../model/reports/places.ts'
import type { ReportTemplate } from '../../../../model/reports/template.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { mayUse } from '../../../kernel/session/permissions.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import type { Drafting } from '../../../shared/panels/use-saving.ts'
import { useSaving } from '../../../shared/panels/use-saving.ts'
import { FaultList } from '../../../shared/reports/fault-list.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { CellPanel } from './cell-panel.tsx'
import { DataPanel } from './data-panel.tsx'
import { Editors } from './editors.tsx'
import { Grid } from './grid.tsx'
import { LooksBar } from './looks-bar.tsx'
import { LongReport } from './long-report.tsx'
import { isFixed, typedOf } from './state/cells.ts'
import { typeInto } from './state/edits.ts'
import { wayOf } from './state/way.ts'
import { SheetProvider, openSheet, useSheet, useSheetState } from './store.ts'
import { useBrush } from './use-brush.ts'
import './designer.css'

const PublishDialog = lazyWithPreload(() => import('../../../shared/reports/publish-dialog.tsx'))
const PagePanel = lazyWithPreload(() => import('./page-panel.tsx'))
const Preview = lazyWithPreload(() => import('./preview.tsx'))
const FindBar = lazyWithPreload(() => import('./find-bar.tsx'))
const MeanwhileDialog = lazyWithPreload(() => import('./meanwhile-dialog.tsx'))

const TOOLS = ['cell', 'data', 'page', 'faults', 'preview'] as const
type Tool = (typeof TOOLS)[number]

export default function Designer({ report }: { report: ReportDesign }) {
  const [sheet] = useState(() => openSheet(report.content))
  return (
    <SheetProvider value={sheet}>
      <Workspace report={report} />
    </SheetProvider>
  )
}

function Workspace({ report }: { report: ReportDesign }) {
  const t = useT()
  const sheet = useSheet()
  const { authority } = useSession()
  const may = (button: string, isAllowed: boolean) => mayUse(button, reportTemplates.menu, isAllowed ? [button] : [], authority.menuButton)
  const drafting = useMemo(
    (): Drafting<ReportTemplate> => ({
      read: () => sheet.store.getState().template,
      follow: (changed) => sheet.store.subscribe(changed),
      save: (content, revision) => ask(saveReportDraft, { id: report.id, content, revision }, { quiet: true }),
      stored: () => ask(queryReportDesign, { id: report.id }, { quiet: true }),
    }),
    [sheet, report.id],
  )
  const saving = useSaving(drafting, report.revision, report.mayChange)
  const template = useSheetState((state) => state.template)
  // Whoever writes does not wait for it.
  const judged = useDeferredValue(template)
  const faults = useMemo(() => faultsOf(judged), [judged])
  const faulty = useMemo(() => new Set(faults.map(({ place }) => place)), [faults])
  const way = useMemo(() => (faults.length === 0 ? wayOf(judged) : undefined), [faults, judged])
  const [tool, setTool] = useState<Tool>('cell')
  const [version, setVersion] = useState(report.templateVersion)
  const [isPublishing, setPublishing] = useState(false)
  /** How often the bar was asked for since it is open; 0 where it is not. */
  const [finding, setFinding] = useState(0)
  const [announcement, setAnnouncement] = useState('')
  const middle = useRef<HTMLDivElement>(null)

  // The same words again are announced again.
  const announce = useCallback((text: string) => setAnnouncement((last) => (last === text ? `${text}\u00a0` : text)), [])

  const brush = useBrush(announce)

  const focusSheet = () => middle.current?.querySelector<HTMLElement>('[role=grid]')?.focus({ preventScroll: true })

  function choose(cell: string): void {
    const place = placeNamed(cell)
    if (!place) return
    sheet.choose(place)
    focusSheet()
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const target = event.target as HTMLElement
    const key = event.key.toLowerCase()
    const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && key === 'f'
    // What opens above the page has its own, and so has a field that is being written; those of the bar lead back to what is sought.
    if (!event.currentTarget.contains(target) || (target.matches('input, textarea') && !(isFind && target.closest('[role=search]')))) return
    if (isFind) {
      event.preventDefault()
      return setFinding((times) => times + 1)
    }
    if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return
    event.preventDefault()
    const isBack = key === 'z' && !event.shiftKey
    if (isBack) sheet.undo()
    else sheet.redo()
    announce(t(isBack ? 'report-design.undone' : 'report-design.redone'))
  }

  return (
    // Keys that are for the whole designer, wherever in it the focus is.
    <div className="report-design" onKeyDown={onKeyDown}>
      <header className="report-design-bar">
        <div className="report-design-name">
          <h1>{report.templateName}</h1>
          <span className={`report-saving report-saving-${saving.state}`}>
            <span>{version === 0 ? t('report-design.never-published') : t('report-list.version', { version })}</span>
            <span role="status">{t(`report-design.saving-${saving.state}`)}</span>
            {way && <LongReport way={way} onChoose={choose} />}
            {saving.state === 'failed' && (
              <>
                <span>{saving.why}</span>
                <Button size="small" onClick={() => void saving.now()}>
                  {t('common.retry')}
                </Button>
              </>
            )}
          </span>
        </div>
        <Editors id={report.id} />
        <History />
        <Button
          type="text"
          icon={<SearchOutlined aria-hidden="true" />}
          aria-label={t('report-design.find')}
          title={`${t('report-design.find')} (Ctrl+F)`}
          aria-expanded={finding > 0}
          onClick={() => setFinding(finding > 0 ? 0 : 1)}
        />
        {may('publish', report.mayPublish) && (
          <Button type="primary" onClick={() => setPublishing(true)}>
            {t('report-versions.publish')}
          </Button>
        )}
      </header>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <LooksBar brush={brush} />
      <FormulaLine onDone={focusSheet} />
      <Suspense fallback={null}>
        {finding > 0 && (
          <FindBar
            asked={finding}
            announce={announce}
            onClose={() => {
              setFinding(0)
              focusSheet()
            }}
          />
        )}
      </Suspense>
      <div className={`report-design-parts${tool === 'preview' ? ' report-design-halves' : ''}`}>
        <div className="report-design-middle" ref={middle}>
          <Grid faulty={faulty} announce={announce} brush={brush} />
        </div>
        <section className="report-design-right" aria-label={t('report-design.tools')}>
          <Segmented<Tool>
            block
            size="small"
            aria-label={t('report-design.tools')}
            value={tool}
            options={TOOLS.filter((one) => one !== 'preview' || may('preview', report.mayPreview)).map((one) => ({
              value: one,
              label: one === 'faults' ? t('report-design.tool-faults', { count: faults.length }) : t(`report-design.tool-${one}`),
            }))}
            onChange={setTool}
          />
          {tool === 'cell' && <CellPanel announce={announce} />}
          {tool === 'data' && <DataPanel withheld={report.withheld} />}
          {tool === 'faults' && <FaultList faults={faults} onChoose={choose} />}
          <Suspense fallback={null}>
            {tool === 'page' && <PagePanel announce={announce} />}
            {tool === 'preview' && (
              <Preview id={report.id} content={template} withheld={report.withheldParameters ?? []} faults={faults} onChoose={choose} />
            )}
          </Suspense>
        </section>
      </div>
      <p className="report-design-keys">{t('report-design.keys')}</p>
      <Suspense fallback={null}>
        {isPublishing && (
          <PublishDialog
            id={report.id}
            version={version}
            content={template}
            faults={faults}
            revision={saving.now}
            onChoose={choose}
            onClose={() => setPublishing(false)}
            onPublished={({ templateVersion, revision }) => {
              saving.published(revision)
              setVersion(templateVersion)
              setPublishing(false)
            }}
          />
        )}
        {saving.meanwhile && <MeanwhileDialog id={report.id} meanwhile={saving.meanwhile} saving={saving} />}
      </Suspense>
    </div>
  )
}

function History() {
  const t = useT()
  const sheet = useSheet()
  const [canUndo, canRedo] = [useSheetState(({ past }) => past.length > 0), useSheetState(({ future }) => future.length > 0)]
  const [undo, redo] = [t('report-design.undo'), t('report-design.redo')]
  return (
    <span>
      <Button
        type="text"
        icon={<UndoOutlined aria-hidden="true" />}
        aria-label={undo}
        title={`${undo} (Ctrl+Z)`}
        disabled={!canUndo}
        onClick={sheet.undo}
      />
      <Button
        type="text"
        icon={<RedoOutlined aria-hidden="true" />}
        aria-label={redo}
        title={`${redo} (Ctrl+Y)`}
        disabled={!canRedo}
        onClick={sheet.redo}
      />
    </span>
  )
}

/** The name of the chosen cell, and its content in one line. @param onDone Enter and Escape lead back to the sheet */
function FormulaLine({ onDone }: { onDone: () => void }) {
  const t = useT()
  const sheet = useSheet()
  const at = useSheetState((state) => state.at)
  // A press on another cell chooses that one before the line is left: what was typed belongs to the cell that it was typed for.
  const [held, setHeld] = useState<Place>()
  const place = held ?? at
  const name = nameOfPlace(place)
  const cell = useSheetState(({ template }) => template.cells[name])
  const typed = typedOf(cell)
  return (
    <div className="report-formula">
      <output aria-label={t('report-design.cell')}>{name}</output>
      <input
        // Another cell begins anew.
        key={`${name} ${typed}`}
        className="report-formula-text"
        aria-label={t('report-design.content')}
        defaultValue={typed}
        maxLength={2000}
        spellCheck={false}
        readOnly={isFixed(cell)}
        placeholder={t(isFixed(cell) ? 'report-design.fixed' : 'report-design.content-hint')}
        onFocus={() => setHeld(at)}
        onBlur={({ target }) => {
          setHeld(undefined)
          if (target.value !== typed) sheet.change((made) => typeInto(made, place, target.value))
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
          event.preventDefault()
          if (event.key === 'Escape') event.currentTarget.value = typed
          onDone()
        }}
      />
    </div>
  )
}
