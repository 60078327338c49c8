import { GraphQLError } from 'graphql';

/** Values of `extensions.code` (specification, section 7; service.md where the specification is silent). */
export type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'BAD_USER_INPUT'
  | 'BAD_REQUEST'
  | 'NOT_SUPPORTED'
  | 'UPSTREAM_ERROR_SERVICE';

/** Creates an error of one field; graphql adds `path` and `locations`. */
export function fieldError(code: ErrorCode, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code } });
}

export function sourceNotSet(): GraphQLError {
  return fieldError(
    'GRAPHQL_VALIDATION_FAILED',
    'Exception - SOURCE_NOT_SET: no source is set on this device',
  );
}

export function notSupported(sourceId: string): GraphQLError {
  return fieldError(
    'NOT_SUPPORTED',
    `Exception - NOT_SUPPORTED: ${sourceId} cannot be played by this listener`,
  );
}

export function badArgument(message: string): GraphQLError {
  return fieldError('GRAPHQL_VALIDATION_FAILED', `Exception - INVALID_ARGUMENT: ${message}`);
}
