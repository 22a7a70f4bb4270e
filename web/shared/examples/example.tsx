/** A page of the template group: a part of the product at work, and the source it is made of. */
import CodeOutlined from '@ant-design/icons/es/icons/CodeOutlined'
import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import { Button, Tabs } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { copyText } from '../../ui/clipboard.ts'
import { SourceCode } from '../../ui/source-code.tsx'
import { toast } from '../../ui/toast.ts'
import { useExampleSources } from './example-sources.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import './example.css'

interface ExampleProps {
  readonly title: string
  readonly about: string
  /** The beginnings of the paths of the files that make up the page, such as `ui/chart`. */
  readonly source: readonly string[]
  readonly children: ReactNode
}

export function Example({ title, about, source, children }: ExampleProps) {
  const t = useT()
  const load = useExampleSources()
  const [files, setFiles] = useState<readonly SourceFile[]>()
  const [open, setOpen] = useState(false)

  async function show(): Promise<void> {
    setOpen(!open)
    if (files) return
    const known = Object.entries(await load()).filter(([path]) => source.some((wanted) => path.startsWith(wanted)))
    // The page itself first, then what it is made of, as the page names them.
    const order = (path: string) => source.findIndex((wanted) => path.startsWith(wanted)) * 2 + (path.endsWith('/page.tsx') ? 0 : 1)
    const texts = await Promise.all(known.map(async ([path, read]) => ({ path, text: await read() })))
    setFiles(texts.sort((a, b) => order(a.path) - order(b.path)))
  }

  return (
    <div className="example">
      <header className="example-head">
        <div>
          <h1>{title}</h1>
          <p>{about}</p>
        </div>
        <Button icon={<CodeOutlined aria-hidden="true" />} aria-expanded={open} onClick={() => void show()}>
          {t('example.source')}
        </Button>
      </header>
      {open && files && <Files title={title} files={files} />}
      {children}
    </div>
  )
}

interface SourceFile {
  readonly path: string
  readonly text: string
}

function Files({ title, files }: { title: string; files: readonly SourceFile[] }) {
  const t = useT()

  async function copy(text: string): Promise<void> {
    if (await copyText(text)) toast.success(t('clipboard.copied'))
    else toast.warning(t('clipboard.refused'))
  }

  return (
    <section className="example-card" aria-label={t('example.source-of', { title })}>
      <Tabs
        items={files.map(({ path, text }) => ({
          key: path,
          label: path,
          children: (
            <>
              <Button className="example-copy" icon={<CopyOutlined aria-hidden="true" />} onClick={() => void copy(text)}>
                {t('example.copy-source')}
              </Button>
              <SourceCode text={text} label={path} />
            </>
          ),
        }))}
      />
    </section>
  )
}

/** One thing the page shows. */
export function ExampleCard({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <section className="example-card">
      <h2>{title}</h2>
      {about !== undefined && <p className="example-about">{about}</p>}
      {children}
    </section>
  )
}
