/** The designer: palette, outline and faults at the left, the form in the middle, what the chosen part says at the right. */
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import RedoOutlined from '@ant-design/icons/es/icons/RedoOutlined'
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import { Button, Segmented } from 'antd'
import type { KeyboardEvent } from 'react'
import { Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { FormDesign } from '../../../../model/contract/devtool/forms.ts'
import { checkDefinition } from '../../../../model/form/check-definition.ts'
import { currentLanguage, languages, nameOfLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { FaultList } from '../../../shared/devtool/fault-list.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { toast } from '../../../ui/toast.ts'
import { Canvas } from './canvas.tsx'
import type { Design } from './design-store.ts'
import { DesignProvider, openDesign, useDesign, useDesignState } from './design-store.ts'
import { Dragging } from './dragging.tsx'
import { announcementOf } from './announcements.ts'
import { Outline } from './outline.tsx'
import { Palette } from './palette.tsx'
import { Panel } from './panel/panel.tsx'
import { SavingText } from './saving-text.tsx'
import { definitionOf } from './state/doc.ts'
import { missingTexts } from './state/missing-texts.ts'
import { useSaving } from './use-saving.ts'
import './designer.css'

const Preview = lazyWithPreload(() => import('./preview.tsx'))
const JsonTab = lazyWithPreload(() => import('./json-tab.tsx'))
const PublishDialog = lazyWithPreload(() => import('../../../shared/devtool/publish-dialog.tsx'))
const MeanwhileDialog = lazyWithPreload(() => import('./meanwhile-dialog.tsx'))

const MODES = ['design', 'preview', 'json'] as const
type Mode = (typeof MODES)[number]
const TOOLS = ['palette', 'outline', 'faults'] as const
type Tool = (typeof TOOLS)[number]

export default function Designer({ form }: { form: FormDesign }) {
  const [design] = useState(() => openDesign(form.definition, currentLanguage()))
  return (
    <DesignProvider value={design}>
      <Workspace form={form} />
    </DesignProvider>
  )
}

function Workspace({ form }: { form: FormDesign }) {
  const t = useT()
  const design = useDesign()
  const saving = useSaving(design, form.id, form.revision, form.mayChange)
  const definition = useDesignState(({ doc }) => definitionOf(doc))
  // Whoever writes does not wait for it.
  const judged = useDeferredValue(definition)
  const faults = useMemo(() => checkDefinition(judged), [judged])
  const faulty = useStableSet(faults.map(({ field }) => field ?? ''))
  const [mode, setMode] = useState<Mode>('design')
  const [tool, setTool] = useState<Tool>('palette')
  const [version, setVersion] = useState(form.formVersion)
  const [isPublishing, setPublishing] = useState(false)
  const surface = useRef<HTMLDivElement>(null)
  const mark = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLElement>(null)
  const announcement = useAnnouncement(design)

  /** Opens what the chosen part says: the first thing in the panel that can be changed, past its buttons. */
  function edit(): void {
    // The panel is drawn for the part first.
    setTimeout(() => panel.current?.querySelector<HTMLElement>('input, textarea, [role=combobox]')?.focus())
  }

  const choose = (key: string) => {
    setMode('design')
    design.act({ do: 'select', key })
    edit()
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    // What opens above the page has its own.
    if (!event.currentTarget.contains(event.target as Node)) return
    const key = event.key.toLowerCase()
    if ((event.ctrlKey || event.metaKey) && (key === 'z' || key === 'y')) {
      event.preventDefault()
      design.act({ do: key === 'y' || event.shiftKey ? 'redo' : 'undo' })
    } else if (event.key === 'Escape' && panel.current?.contains(event.target as Node))
      surface.current?.querySelector<HTMLElement>('[data-part][tabindex="0"]')?.focus()
  }

  return (
    // Keys that are for the whole designer, wherever in it the focus is.
    <div className="form-design" onKeyDown={onKeyDown}>
      <header className="form-design-bar">
        <div className="form-design-name">
          <h1>{form.formDescription}</h1>
          <SavingText saving={saving} version={version} />
        </div>
        <History />
        <Languages />
        <Segmented<Mode>
          aria-label={t('form-design.mode')}
          value={mode}
          options={MODES.map((one) => ({
            value: one,
            label: t(`form-design.mode-${one}`),
            ...(one === 'preview' ? { icon: <EyeOutlined aria-hidden="true" /> } : {}),
          }))}
          onChange={setMode}
        />
        <Button type="primary" onClick={() => setPublishing(true)}>
          {t('form-versions.publish')}
        </Button>
      </header>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {mode === 'design' ? (
        <Dragging surface={surface} mark={mark}>
          <div className="form-design-parts">
            <section className="form-design-left" aria-label={t('form-design.tools')}>
              <Segmented<Tool>
                block
                size="small"
                aria-label={t('form-design.tools')}
                value={tool}
                options={TOOLS.map((one) => ({
                  value: one,
                  label: one === 'faults' ? t('form-design.faults', { count: faults.length }) : t(`form-design.${one}`),
                }))}
                onChange={setTool}
              />
              {tool === 'palette' && <Palette />}
              {tool === 'outline' && <Outline onEdit={edit} faulty={faulty} />}
              {tool === 'faults' && <FaultList faults={faults} definition={definition} onChoose={choose} />}
            </section>
            <section className="form-design-middle" aria-label={t('form-design.canvas')}>
              <Canvas faulty={faulty} onEdit={edit} surface={surface} mark={mark} />
            </section>
            <section className="form-design-right" ref={panel} aria-label={t('form-design.panel')}>
              <Panel />
            </section>
          </div>
        </Dragging>
      ) : (
        <div className="form-design-whole">
          <Suspense fallback={null}>{mode === 'preview' ? <Preview id={form.id} /> : <JsonTab name={form.formDescription} />}</Suspense>
        </div>
      )}
      <Suspense fallback={null}>
        {isPublishing && (
          <PublishDialog
            id={form.id}
            version={version}
            definition={definition}
            faults={faults}
            revision={saving.now}
            onChoose={choose}
            onClose={() => setPublishing(false)}
            onPublished={({ formVersion, revision }) => {
              saving.published(revision)
              setVersion(formVersion)
              setPublishing(false)
            }}
          />
        )}
        {saving.meanwhile && <MeanwhileDialog id={form.id} meanwhile={saving.meanwhile} saving={saving} />}
      </Suspense>
    </div>
  )
}

/** The same set as long as it has the same members, so that what is drawn by it stays. */
function useStableSet(members: readonly string[]): ReadonlySet<string> {
  const text = [...new Set(members)].sort().join(' ')
  return useMemo(() => new Set(text.split(' ')), [text])
}

/** What was done last, in words. What was refused is shown to everybody. */
function useAnnouncement(design: Design): string {
  const t = useT()
  const [latest, setLatest] = useState('')
  useEffect(
    () =>
      design.follow((action, before, after) => {
        const text = announcementOf(action, before, after, design.store.getState().language, t)
        if (text === undefined) return
        // The same words again are announced again.
        setLatest((last) => (last === text ? `${text}\u00a0` : text))
        if (after.refused && action.do !== 'change' && action.do !== 'print') toast.warning(text)
      }),
    [design, t],
  )
  return latest
}

function History() {
  const t = useT()
  const { act } = useDesign()
  const [canUndo, canRedo] = [useDesignState(({ past }) => past.length > 0), useDesignState(({ future }) => future.length > 0)]
  const [undo, redo] = [t('form-design.undo'), t('form-design.redo')]
  return (
    <span className="form-design-history">
      <Button
        type="text"
        icon={<UndoOutlined aria-hidden="true" />}
        aria-label={undo}
        title={`${undo} (Ctrl+Z)`}
        disabled={!canUndo}
        onClick={() => act({ do: 'undo' })}
      />
      <Button
        type="text"
        icon={<RedoOutlined aria-hidden="true" />}
        aria-label={redo}
        title={`${redo} (Ctrl+Shift+Z)`}
        disabled={!canRedo}
        onClick={() => act({ do: 'redo' })}
      />
    </span>
  )
}

/** The language in which the form is shown and written, and how many texts each language lacks. */
function Languages() {
  const t = useT()
  const { write } = useDesign()
  const language = useDesignState((state) => state.language)
  const definition = useDeferredValue(useDesignState(({ doc }) => definitionOf(doc)))
  const missing = useMemo(() => missingTexts(definition), [definition])
  return (
    <Segmented<(typeof languages)[number]>
      aria-label={t('form-design.language')}
      value={language}
      options={languages.map((one) => ({
        value: one,
        label:
          missing[one] === 0
            ? nameOfLanguage[one]
            : t('form-design.language-lacks', { language: nameOfLanguage[one], count: missing[one] }),
      }))}
      onChange={write}
    />
  )
}
