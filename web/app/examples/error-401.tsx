import { Example, ExampleCard } from '../../shared/examples/example.tsx'
import { useT } from '../../kernel/i18n/i18n.ts'
import { ErrorPage } from '../error-pages.tsx'

export default function Error401Page() {
  const t = useT()
  return (
    <Example title={t('menu.error401')} about={t('example.error401')} source={['app/examples/error-401.tsx']}>
      <ExampleCard title="/401">
        <ErrorPage example as="section" code="401" title="forbidden.title" text="forbidden.text" />
      </ExampleCard>
    </Example>
  )
}
