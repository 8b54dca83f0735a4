// The server that stands behind Handrail while the conformance suite speaks to Handrail: what
// each scenario asks of a server, and nothing else. It speaks on its standard streams.
import { setTimeout as pause } from 'node:timers/promises'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  CallToolRequestSchema, CompleteRequestSchema, ElicitResultSchema, GetPromptRequestSchema, CreateMessageResultSchema,
  ListPromptsRequestSchema, ListResourcesRequestSchema, ListResourceTemplatesRequestSchema, ListToolsRequestSchema,
  ReadResourceRequestSchema, SetLevelRequestSchema, SubscribeRequestSchema, UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'

const image = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const sound = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=='

const text = (t) => ({ type: 'text', text: t })
const picture = { type: 'image', data: image, mimeType: 'image/png' }
const embedded = (uri, mimeType, t) => ({ type: 'resource', resource: { uri, mimeType, text: t } })
const says = (...content) => ({ content })

const server = new Server(
  { name: 'conformance-fixture', version: '1.0.0' },
  { capabilities: { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true }, prompts: { listChanged: true }, logging: {}, completions: {} } },
)

const nothing = { type: 'object', properties: {} }
const one = (name, description) => ({ type: 'object', properties: { [name]: { type: 'string', description } }, required: [name] })

// The keywords of JSON Schema 2020-12 that must come through a listing.
const dialect = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

const form = (properties, required = []) => ({ type: 'object', properties, required })
const choices = (word) => [1, 2, 3].map((n) => ({ const: `value${n}`, title: `${['First', 'Second', 'Third'][n - 1]} ${word}` }))

// elicit asks the person, and says what came back.
async function elicit(extra, message, requestedSchema, tell) {
  const answer = await extra.sendRequest({ method: 'elicitation/create', params: { message, requestedSchema } }, ElicitResultSchema)
  return says(text(tell(answer)))
}
const completed = (a) => `Elicitation completed: action=${a.action}, content=${JSON.stringify(a.content ?? {})}`

async function logs(extra) {
  const say = (data) => server.sendLoggingMessage({ level: 'info', logger: 'fixture', data })
  await say('Tool execution started')
  await pause(50)
  await say('Tool processing data')
  await pause(50)
  await say('Tool execution completed')
  return says(text('Three messages were logged'))
}

async function progress(extra) {
  const progressToken = extra._meta?.progressToken
  for (const done of [0, 50, 100]) {
    if (progressToken !== undefined) {
      await extra.sendNotification({ method: 'notifications/progress', params: { progressToken, progress: done, total: 100, message: `Completed step ${done} of 100` } })
    }
    if (done < 100) await pause(50)
  }
  return says(text('All steps are done'))
}

async function sample(extra, { prompt }) {
  const params = { messages: [{ role: 'user', content: text(prompt) }], maxTokens: 100 }
  const answer = await extra.sendRequest({ method: 'sampling/createMessage', params }, CreateMessageResultSchema)
  return says(text(`LLM response: ${answer.content.text}`))
}

const tools = {
  test_simple_text: ['Answers with a text', nothing, () => says(text('This is a simple text response for testing.'))],
  test_image_content: ['Answers with an image', nothing, () => says(picture)],
  test_audio_content: ['Answers with a sound', nothing, () => says({ type: 'audio', data: sound, mimeType: 'audio/wav' })],
  test_embedded_resource: ['Answers with a resource', nothing, () => says(embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'))],
  test_multiple_content_types: ['Answers with three kinds', nothing, () =>
    says(text('Multiple content types test:'), picture, embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'))],
  test_tool_with_logging: ['Logs while it runs', nothing, logs],
  test_tool_with_progress: ['Tells how far it is', nothing, progress],
  test_error_handling: ['Always fails', nothing, () => ({ isError: true, content: [text('This tool intentionally returns an error for testing')] })],
  test_reconnection: ['Takes a moment', nothing, async () => (await pause(100), says(text('Reconnection test completed successfully')))],
  test_sampling: ['Asks the client\'s model', one('prompt', 'What the model is asked'), sample],
  test_elicitation: ['Asks the person', one('message', 'What the person is told'), (extra, { message }) =>
    elicit(extra, message, form({ username: { type: 'string', description: "User's response" }, email: { type: 'string', description: "User's email address" } }, ['username', 'email']),
      (a) => `User response: action=${a.action}, content=${JSON.stringify(a.content ?? {})}`)],
  test_elicitation_sep1034_defaults: ['Asks with defaults', nothing, (extra) =>
    elicit(extra, 'Please look at these values', form({
      name: { type: 'string', description: 'User name', default: 'John Doe' },
      age: { type: 'integer', description: 'User age', default: 30 },
      score: { type: 'number', description: 'User score', default: 95.5 },
      status: { type: 'string', description: 'User status', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', description: 'Verification status', default: true },
    }), completed)],
  test_elicitation_sep1330_enums: ['Asks with choices', nothing, (extra) =>
    elicit(extra, 'Please choose', form({
      untitledSingle: { type: 'string', description: 'One of three', enum: ['option1', 'option2', 'option3'] },
      titledSingle: { type: 'string', description: 'One of three, with titles', oneOf: choices('Option') },
      legacyEnum: { type: 'string', description: 'One of three, with names', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
      untitledMulti: { type: 'array', description: 'Some of three', minItems: 1, maxItems: 3, items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
      titledMulti: { type: 'array', description: 'Some of three, with titles', minItems: 1, maxItems: 3, items: { anyOf: choices('Choice') } },
    }), completed)],
  // The set of 2026-07-28 wants these asked by a result, which Handrail makes of the same request.
  test_input_required_result_elicitation: ['Asks for a name', nothing, (extra) =>
    elicit(extra, 'What is your name?', form({ name: { type: 'string' } }, ['name']), (a) => `Hello, ${a.content?.name}!`)],
  test_input_required_result_request_state: ['Asks for a yes', nothing, (extra) =>
    elicit(extra, 'Please confirm', form({ ok: { type: 'boolean' } }, ['ok']), (a) => (a.content?.ok ? 'state-ok' : `it was ${a.action}`))],
  test_input_required_result_tampered_state: ['Asks for a yes', nothing, (extra) =>
    elicit(extra, 'Please confirm', form({ ok: { type: 'boolean' } }, ['ok']), (a) => (a.content?.ok ? 'integrity-ok' : `it was ${a.action}`))],
  test_input_required_result_capabilities: ['Asks if it may', nothing, (extra) =>
    elicit(extra, 'Elicitation input', form({ value: { type: 'string' } }, ['value']), completed)],
  test_input_required_result_multi_round: ['Asks twice', nothing, async (extra) => {
    await elicit(extra, 'Step 1: What is your name?', form({ name: { type: 'string' } }, ['name']), completed)
    return elicit(extra, 'Step 2: What is your favorite color?', form({ color: { type: 'string' } }, ['color']), completed)
  }],
  json_schema_2020_12_tool: ['Has a schema with newer keywords', dialect, (_, args) => says(text(JSON.stringify(args)))],
}

server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: Object.entries(tools).map(([name, [description, inputSchema]]) => ({ name, description, inputSchema })),
}))
server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
  const tool = tools[params.name]
  if (!tool) throw new Error(`there is no tool ${params.name}`)
  return tool[2](extra, params.arguments ?? {})
})

const resources = {
  'test://static-text': ['A text', 'text/plain', { text: 'This is the content of the static text resource.' }],
  'test://static-binary': ['An image', 'image/png', { blob: image }],
  'test://watched-resource': ['A text that changes', 'text/plain', { text: 'This one changes.' }],
}
server.setRequestHandler(ListResourcesRequestSchema, () => ({
  resources: Object.entries(resources).map(([uri, [name, mimeType]]) => ({ uri, name, description: `${name} for the suite`, mimeType })),
}))
server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
  resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'Data by number', description: 'Data for the suite', mimeType: 'application/json' }],
}))
server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
  if (resources[uri]) return { contents: [{ uri, mimeType: resources[uri][1], ...resources[uri][2] }] }
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  if (!id) throw Object.assign(new Error(`Resource not found: ${uri}`), { code: -32002, data: { uri } })
  return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }] }
})
const watched = new Set()
server.setRequestHandler(SubscribeRequestSchema, ({ params }) => (watched.add(params.uri), {}))
server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => (watched.delete(params.uri), {}))

const user = (content) => ({ role: 'user', content })
const argument = (name, description) => ({ name, description, required: true })
const prompts = {
  test_simple_prompt: ['A prompt', [], () => [user(text('This is a simple prompt for testing.'))]],
  test_prompt_with_arguments: ['A prompt with two arguments', [argument('arg1', 'First test argument'), argument('arg2', 'Second test argument')],
    (a) => [user(text(`Prompt with arguments: arg1='${a.arg1}', arg2='${a.arg2}'`))]],
  test_prompt_with_embedded_resource: ['A prompt with a resource', [argument('resourceUri', 'URI of the resource to embed')],
    (a) => [user(embedded(a.resourceUri, 'text/plain', 'Embedded resource content for testing.')), user(text('Please process the embedded resource above.'))]],
  test_prompt_with_image: ['A prompt with an image', [], () => [user(picture), user(text('Please analyze the image above.'))]],
}
server.setRequestHandler(ListPromptsRequestSchema, () => ({
  prompts: Object.entries(prompts).map(([name, [description, args]]) => ({ name, description, arguments: args })),
}))
server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
  const prompt = prompts[params.name]
  if (!prompt) throw new Error(`there is no prompt ${params.name}`)
  return { messages: prompt[2](params.arguments ?? {}) }
})

server.setRequestHandler(CompleteRequestSchema, ({ params: { argument: { value } } }) => {
  const values = ['paris', 'park', 'party', 'testing'].filter((v) => v.startsWith(value))
  return { completion: { values, total: values.length, hasMore: false } }
})
server.setRequestHandler(SetLevelRequestSchema, () => ({}))

await server.connect(new StdioServerTransport())
