import type { Plugin } from 'vite'

/**
 * Gives the component library's context of forms the one part of forms that it needs. It asks for it at the door of the whole package, and so
 * a page without a form loaded fields, lists of fields and the checks of their values as well.
 */
export function formContext(): Plugin {
  return {
    name: 'form-context',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source !== '@rc-component/form' || importer === undefined || !/\/antd\/es\/form\/context\.js$/.test(importer)) return null
      return this.resolve('@rc-component/form/es/FormContext.js', importer, { skipSelf: true })
    },
  }
}
