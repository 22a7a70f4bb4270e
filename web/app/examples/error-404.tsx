import { Example, ExampleCard } from '../../shared/examples/example.tsx'
import { useT } from '../../kernel/i18n/i18n.ts'
import { ErrorPage } from '../error-pages.tsx'

export default function Error404Page() {
  const t = useT()
  return (
    <Example title={t('menu.error404')} about={t('example.error404')} source={['app/examples/error-404.tsx']}>
      <ExampleCard title="/404">
        <ErrorPage example as="section" code="404" title="not-found.title" text="not-found.text" />
      </ExampleCard>
    </Example>
  )
}
