/** The designer: what can be put in and the layers at the left, the canvas or the table of widgets in the middle, and at the right what the chosen ones are, data, settings, values to try out and the check list. */
import { Button, Segmented } from 'antd'
import { Suspense, useCallback, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ScreenDesign, ScreenFinding } from '../../../../model/contract/screen/screens.ts'
import { queryScreenDesign, saveScreenDraft } from '../../../../model/contract/screen/screens.ts'
import { screens } from '../../../../model/index.ts'
import { findingsOf } from '../../../../model/screens/check.ts'
import type { ScreenDocument } from '../../../../model/screens/document.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { remembered, useRemembered } from '../../../kernel/resource/remembered.ts'
import { mayUse } from '../../../kernel/session/permissions.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import type { Drafting } from '../../../shared/panels/use-saving.ts'
import { useSaving } from '../../../shared/panels/use-saving.ts'
import { FindingList } from '../../../shared/screens/design/finding-list.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { ArrangeBar } from './arrange-bar.tsx'
import { Canvas } from './canvas/canvas.tsx'
import { DesignHead } from './design-head.tsx'
import type { TestValue } from './design-feed.ts'
import { makeDesignFeed } from './design-feed.ts'
import { merged } from './findings.ts'
import { PagesBar } from './pages-bar.tsx'
import { Palette } from './palette.tsx'
import { WidgetPanel } from './panel/widget-panel.tsx'
import { aidsOf, textOfAids } from './state/guides.ts'
import type { Looking } from './use-preview.ts'
import { usePreview } from './use-preview.ts'
import { DesignProvider, openDesign, useDesign, useDesignState, useView } from './store.ts'
import './designer.css'

const Layers = lazyWithPreload(() => import('./layers.tsx'))
const DataPanel = lazyWithPreload(() => import('./data-panel.tsx'))
const ScreenPanel = lazyWithPreload(() => import('./screen-panel.tsx'))
const TestPanel = lazyWithPreload(() => import('./test-panel.tsx'))
const Preview = lazyWithPreload(() => import('./preview.tsx'))
const WidgetTable = lazyWithPreload(() => import('./widget-table.tsx'))
const PublishDialog = lazyWithPreload(() => import('../../../shared/screens/design/publish-dialog.tsx'))
const VersionsDialog = lazyWithPreload(() => import('../../../shared/screens/design/versions-dialog.tsx'))
const MeanwhileDialog = lazyWithPreload(() => import('./meanwhile-dialog.tsx'))
const KeysDialog = lazyWithPreload(() => import('./keys-dialog.tsx'))

const LEFTS = ['palette', 'layers'] as const
const TOOLS = ['widget', 'data', 'screen', 'test', 'checks'] as const
const MIDDLES = ['canvas', 'table'] as const
type Tool = (typeof TOOLS)[number]

export default function Designer({ screen }: { screen: ScreenDesign }) {
  const [design] = useState(() =>
    openDesign(screen.content, { zoom: undefined, scale: 0, aids: aidsOf(remembered(`screen-aids.${screen.id}`)), group: undefined }),
  )
  return (
    <DesignProvider value={design}>
      <Workspace screen={screen} />
    </DesignProvider>
  )
}

function Workspace({ screen }: { screen: ScreenDesign }) {
  const t = useT()
  const design = useDesign()
  const { authority } = useSession()
  const may = (button: string, isAllowed = true) => mayUse(button, screens.menu, isAllowed ? [button] : [], authority.menuButton)
  const [fromServer, setFromServer] = useState<readonly ScreenFinding[]>(screen.findings)
  const drafting = useMemo(
    (): Drafting<ScreenDocument> => ({
      read: () => design.store.getState().document,
      follow: (changed) => design.store.subscribe(changed),
      save: async (content, revision) => {
        const kept = await ask(saveScreenDraft, { id: screen.id, content, revision }, { quiet: true })
        setFromServer(kept.findings)
        return kept
      },
      stored: () => ask(queryScreenDesign, { id: screen.id }, { quiet: true }),
    }),
    [design, screen.id],
  )
  const saving = useSaving(drafting, screen.revision, screen.mayChange)
  const document = useDesignState((state) => state.document)
  // Whoever designs does not wait for it.
  const judged = useDeferredValue(document)
  const [feed] = useState(makeDesignFeed)
  const [looking, setLooking] = useState<Looking>({ isOn: false, roleId: null })
  const previewed = usePreview(feed, looking)
  const known = previewed.shown?.findings ?? fromServer
  const findings = useMemo(() => merged(findingsOf(judged), known), [judged, known])
  const [tests, setTests] = useState<ReadonlyMap<string, TestValue>>(() => new Map())
  const [left, setLeft] = useState<(typeof LEFTS)[number]>('palette')
  const [tool, setTool] = useState<Tool>('widget')
  const [middle, setMiddle] = useState<(typeof MIDDLES)[number]>('canvas')
  const [version, setVersion] = useState(screen.screenVersion)
  const [opened, setOpened] = useState<'publish' | 'versions' | 'keys'>()
  const panel = useRef<HTMLElement>(null)
  const close = () => setOpened(undefined)

  useEffect(() => feed.setTests(tests), [feed, tests])
  useEffect(() => feed.setDeclared(document.variables), [feed, document.variables])

  /** Shows what the chosen widget is, and leads the keyboard there. */
  const toProperties = useCallback(() => {
    setTool('widget')
    requestAnimationFrame(() => panel.current?.querySelector<HTMLElement>('.screen-panel :is(input, select, textarea, button)')?.focus())
  }, [])

  function lead(page: string, widget: string | null): void {
    design.goTo(page)
    if (widget !== null) design.choose([widget])
    setTool('widget')
  }

  return (
    <div className="screen-design">
      <DesignHead
        screen={screen}
        version={version}
        saving={saving}
        onKeys={() => setOpened('keys')}
        onVersions={version > 0 && may('versions') ? () => setOpened('versions') : undefined}
        onPublish={may('publish', screen.mayPublish) ? () => setOpened('publish') : undefined}
      />
      <Announcement />
      <AidsKept id={screen.id} />
      <div className="screen-design-bar">
        <Segmented<(typeof MIDDLES)[number]>
          size="small"
          aria-label={t('screen-design.middle')}
          value={middle}
          options={MIDDLES.map((value) => ({ value, label: t(`screen-design.middle-${value}`) }))}
          onChange={setMiddle}
        />
        <ArrangeBar />
      </div>
      <div className="screen-design-parts">
        <section className="screen-design-left" aria-label={t('screen-design.left')}>
          <h2 className="visually-hidden">{t('screen-design.left')}</h2>
          <Segmented<(typeof LEFTS)[number]>
            block
            size="small"
            aria-label={t('screen-design.left')}
            value={left}
            options={LEFTS.map((value) => ({ value, label: t(`screen-design.left-${value}`) }))}
            onChange={setLeft}
          />
          {left === 'palette' ? (
            <Palette />
          ) : (
            <Suspense fallback={null}>
              <Layers />
            </Suspense>
          )}
        </section>
        <div className="screen-design-middle">
          {middle === 'canvas' ? (
            <Canvas feed={feed} tests={tests} onProperties={toProperties} onSave={() => void saving.now()} />
          ) : (
            <Suspense fallback={null}>
              <WidgetTable onProperties={toProperties} />
            </Suspense>
          )}
          <PagesBar />
        </div>
        <section className="screen-design-right" aria-label={t('screen-design.tools')} ref={panel}>
          <h2 className="visually-hidden">{t('screen-design.tools')}</h2>
          <Segmented<Tool>
            block
            size="small"
            aria-label={t('screen-design.tools')}
            value={tool}
            options={TOOLS.map((value) => ({
              value,
              label: value === 'checks' ? t('screen-design.tool-checks', { count: findings.length }) : t(`screen-design.tool-${value}`),
            }))}
            onChange={setTool}
          />
          {tool === 'widget' && <WidgetPanel />}
          {tool === 'checks' && <FindingList findings={findings} pages={document.pages} onChoose={lead} />}
          <Suspense fallback={null}>
            {tool === 'data' && <DataPanel withheld={screen.withheld} />}
            {tool === 'screen' && <ScreenPanel />}
            {tool === 'test' && (
              <div className="screen-panel">
                <TestPanel tests={tests} onChange={setTests} />
                {may('preview') && <Preview looking={looking} found={previewed} onLook={setLooking} />}
              </div>
            )}
          </Suspense>
        </section>
      </div>
      <p className="screen-design-keys" id="screen-design-keys">
        {t('screen-design.keys')}{' '}
        <Button type="link" size="small" onClick={() => setOpened('keys')}>
          {t('screen-design.keys-all')}
        </Button>
      </p>
      <Suspense fallback={null}>
        {opened === 'keys' && <KeysDialog onClose={close} />}
        {opened === 'publish' && (
          <PublishDialog
            id={screen.id}
            version={version}
            content={document}
            findings={findings}
            revision={saving.now}
            onClose={close}
            onChoose={lead}
            onPublished={({ screenVersion, revision }) => {
              saving.published(revision)
              setVersion(screenVersion)
              close()
            }}
          />
        )}
        {opened === 'versions' && (
          <VersionsDialog
            id={screen.id}
            name={screen.screenName}
            mayRestore={screen.mayChange && may('restore')}
            // What is not kept yet would be lost, or go over what was restored.
            revision={saving.now}
            onRestored={async () => {
              const stored = await ask(queryScreenDesign, { id: screen.id })
              design.load(stored.content)
              saving.choose(stored.revision, design.store.getState().document)
            }}
            onClose={close}
          />
        )}
        {saving.meanwhile && <MeanwhileDialog id={screen.id} meanwhile={saving.meanwhile} saving={saving} />}
      </Suspense>
    </div>
  )
}

/** What has just been done, for those who do not see it. */
function Announcement() {
  const { announcement } = useDesign()
  const text = useStore(announcement, (state) => state.text)
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  )
}

/** Guides and grid stay as they were, in this browser. */
function AidsKept({ id }: { readonly id: string }) {
  const [, keep] = useRemembered(`screen-aids.${id}`, '')
  const text = textOfAids(useView((view) => view.aids))
  const kept = useEffectEvent(() => keep(text))
  useEffect(() => kept(), [text])
  return null
}
