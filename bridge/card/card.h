#include <gtk/gtk.h>

typedef struct {
	const char *title, *heading, *about, *text, *hint;
	int *marked;
	int marks;
	char **labels;
	int *late;
	int buttons;
	int parent, behind, dark, settles;
} handrail_card;

// handrail_show shows a card until it ends: the index of the button that was pressed, -1 if it was
// closed, -2 if there is no display.
int handrail_show(handrail_card *c);
