/** Figures and variables of a screen by their names: which widgets use them, and how everything follows to another name. Pure. */
import type {
  ScreenDocument,
  ScreenFigure,
  ScreenVariable,
  ScreenWidget,
  Source,
  WidgetAction,
} from '../../../../../model/screens/document.ts'

/** What figures and variables are called. */
export const NAME = /^[A-Za-z][A-Za-z0-9_]{0,31}$/

/** Options in which the name of a variable stands behind `$`. */
const CHOSEN = ['siteId', 'deviceId', 'deviceTypeId'] as const

const sourcesOf = ({ bind = {} }: ScreenWidget): Source[] => Object.values(bind)

/** The names of figures that a widget shows. */
export function figuresOf(widget: ScreenWidget): string[] {
  const own = widget.options?.['figure']
  return [
    ...new Set([
      ...(typeof own === 'string' ? [own] : []),
      ...sourcesOf(widget).flatMap((source) => ('figure' in source ? [source.figure] : [])),
    ]),
  ]
}

/** The names of variables that a widget goes by. */
export function variablesOf(widget: ScreenWidget): string[] {
  const { options = {}, action } = widget
  const chosen = CHOSEN.flatMap((name) => {
    const value = options[name]
    return typeof value === 'string' && value.startsWith('$') ? [value.slice(1)] : []
  })
  const filtered = widget.kind === 'filter' && typeof options['variable'] === 'string' ? [options['variable']] : []
  const passed =
    action && 'screen' in action ? Object.values(action.set ?? {}).flatMap((value) => (typeof value === 'object' ? [value.from] : [])) : []
  return [
    ...new Set([
      ...sourcesOf(widget).flatMap((source) => ('variable' in source ? [source.variable] : [])),
      ...chosen,
      ...filtered,
      ...passed,
    ]),
  ]
}

/** The variables by which figures are asked for. */
export const variablesOfFigure = ({ params = {} }: ScreenFigure): string[] =>
  Object.values(params).flatMap((param) => ('variable' in param ? [param.variable] : []))

/** How many widgets show these figures. */
export const countFigureUses = ({ pages }: ScreenDocument, name: string): number =>
  pages.flatMap(({ widgets }) => widgets).filter((widget) => figuresOf(widget).includes(name)).length

/** How many widgets and figures go by a variable. */
export const countVariableUses = ({ pages, figures }: ScreenDocument, name: string): number =>
  pages.flatMap(({ widgets }) => widgets).filter((widget) => variablesOf(widget).includes(name)).length +
  figures.filter((figure) => variablesOfFigure(figure).includes(name)).length

/** The widget with figures and variables called otherwise; the same one where it names none of them. */
export function renamedIn(
  widget: ScreenWidget,
  figures: ReadonlyMap<string, string>,
  variables: ReadonlyMap<string, string>,
): ScreenWidget {
  if (![...figuresOf(widget), ...variablesOf(widget)].some((name) => figures.has(name) || variables.has(name))) return widget
  const figure = (name: string) => figures.get(name) ?? name
  const variable = (name: string) => variables.get(name) ?? name
  const { bind, options, action, ...rest } = widget
  return {
    ...rest,
    ...(bind
      ? { bind: Object.fromEntries(Object.entries(bind).map(([slot, source]) => [slot, sourceNamed(source, figure, variable)])) }
      : {}),
    ...(options ? { options: optionsNamed(widget.kind, options, figure, variable) } : {}),
    ...(action ? { action: actionNamed(action, variable) } : {}),
  }
}

type Follow = (name: string) => string

function sourceNamed(source: Source, figure: Follow, variable: Follow): Source {
  if ('figure' in source) return { ...source, figure: figure(source.figure) }
  return 'variable' in source ? { variable: variable(source.variable) } : source
}

function optionsNamed(
  kind: ScreenWidget['kind'],
  options: Record<string, unknown>,
  figure: Follow,
  variable: Follow,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value]
      if (name === 'figure') return [name, figure(value)]
      if (kind === 'filter' && name === 'variable') return [name, variable(value)]
      return [name, CHOSEN.some((one) => one === name) && value.startsWith('$') ? `$${variable(value.slice(1))}` : value]
    }),
  )
}

function actionNamed(action: WidgetAction, variable: Follow): WidgetAction {
  if (!('screen' in action) || !action.set) return action
  const set = Object.entries(action.set).map(
    ([name, value]) => [name, typeof value === 'object' ? { from: variable(value.from) } : value] as const,
  )
  return { ...action, set: Object.fromEntries(set) }
}

const everywhere = (document: ScreenDocument, made: (widget: ScreenWidget) => ScreenWidget): ScreenDocument['pages'] =>
  document.pages.map((page) => {
    const widgets = page.widgets.map(made)
    return widgets.every((widget, at) => widget === page.widgets[at]) ? page : { ...page, widgets }
  })

const NONE: ReadonlyMap<string, string> = new Map()

/** The screen with figures put in, or in place of those that were called `before`; widgets follow them to another name. */
export function putFigure(document: ScreenDocument, before: string | undefined, figure: ScreenFigure): ScreenDocument {
  const at = document.figures.findIndex(({ name }) => name === before)
  if (at < 0) return { ...document, figures: [...document.figures, figure] }
  const figures = document.figures.with(at, figure)
  if (before === undefined || before === figure.name) return { ...document, figures }
  return { ...document, figures, pages: everywhere(document, (widget) => renamedIn(widget, new Map([[before, figure.name]]), NONE)) }
}

/** The screen without these figures; widgets that showed them are found by the check. */
export const dropFigure = (document: ScreenDocument, name: string): ScreenDocument => ({
  ...document,
  figures: document.figures.filter((figure) => figure.name !== name),
})

/** The screen with a variable put in, or in place of that which was called `before`; widgets and figures follow it to another name. */
export function putVariable(document: ScreenDocument, before: string | undefined, variable: ScreenVariable): ScreenDocument {
  const at = document.variables.findIndex(({ name }) => name === before)
  if (at < 0) return { ...document, variables: [...document.variables, variable] }
  const variables = document.variables.with(at, variable)
  if (before === undefined || before === variable.name) return { ...document, variables }
  const names = new Map([[before, variable.name]])
  return {
    ...document,
    variables,
    figures: document.figures.map((figure) => withVariables(figure, names)),
    pages: everywhere(document, (widget) => renamedIn(widget, NONE, names)),
  }
}

/** The figures with variables called otherwise. */
export function withVariables(figure: ScreenFigure, names: ReadonlyMap<string, string>): ScreenFigure {
  if (!variablesOfFigure(figure).some((name) => names.has(name))) return figure
  const params = Object.entries(figure.params ?? {}).map(([name, param]) => [
    name,
    'variable' in param ? { variable: names.get(param.variable) ?? param.variable } : param,
  ])
  return { ...figure, params: Object.fromEntries(params) as ScreenFigure['params'] }
}

/** The screen without a variable; what goes by it is found by the check. */
export const dropVariable = (document: ScreenDocument, name: string): ScreenDocument => ({
  ...document,
  variables: document.variables.filter((variable) => variable.name !== name),
})
