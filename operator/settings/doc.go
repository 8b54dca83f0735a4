// Package settings reads and changes settings.json, what the person has set, and
// knows the folders and the environment that the app works with.
package settings
