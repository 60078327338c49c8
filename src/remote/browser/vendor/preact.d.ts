// A browser resolves no bare names without an import map, and that would be inline script:
// the build puts the package's own module beside this file.
export * from 'preact';
